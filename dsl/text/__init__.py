"""From checked trees to rules text in a language of people."""
