"use strict";
// Starts the language server and connects it to the YAML files of packs.

const vscode = require("vscode");
const { LanguageClient, TransportKind } = require("vscode-languageclient/node");

let client;

async function activate(context) {
  const [command, ...args] = vscode.workspace.getConfiguration("state51").get("command");
  client = new LanguageClient(
    "state51",
    "state51",
    { command, args, transport: TransportKind.stdio },
    {
      documentSelector: [{ scheme: "file", language: "yaml" }],
      synchronize: { fileEvents: vscode.workspace.createFileSystemWatcher("**/*.yaml") },
    },
  );
  context.subscriptions.push(client);
  try {
    await client.start();
  } catch (error) {
    vscode.window.showErrorMessage(
      `state51: \`${[command, ...args].join(" ")}\` could not be started (${error.message}). ` +
        "Install it with: pip install 'state51[lsp]', or set state51.command.",
    );
  }
}

function deactivate() {
  return client && client.isRunning() ? client.stop() : undefined;
}

module.exports = { activate, deactivate };
