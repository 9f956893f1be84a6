"""Rules of judgement: what can be said against packs that load, derived from the operator table and the linked packs.

`registry` has the pages of all rules, `subject` what is looked at, `run` runs the checks, `config`, `suppress` and
`baseline` say which findings count.
"""
