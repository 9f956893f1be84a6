"use strict";
// Starts the language server, connects it to the YAML files of packs, and says why where it does not start.

const { spawn } = require("child_process");
const vscode = require("vscode");
const { CloseAction, ErrorAction, LanguageClient } = require("vscode-languageclient/node");

const KEPT = 2000; // characters of what the server wrote last beside the protocol
const RESTARTS = 3;
const PATIENCE = 3000; // milliseconds
const INSTALL = "pip install 'state51[lsp]'";
let client; // the one that runs or is about to

/** Starts the server. Rejects if there is no such command. */
function server([command, ...args]) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args);
    child.told = "";
    child.stderr.on("data", (data) => {
      child.told = (child.told + data).slice(-KEPT);
    });
    child.once("error", reject);
    child.once("spawn", () => resolve(child));
  });
}

/** One message why it does not start, with a way to the setting. */
async function complain(command, reason) {
  const settings = "Open the setting";
  const last = reason.trim().split("\n").pop().replace(/\.$/, "");
  const help = last.includes(INSTALL) ? "" : `. It is installed with: ${INSTALL}`;
  const told = `state51: \`${command.join(" ")}\` does not start: ${last}${help}`;
  if ((await vscode.window.showErrorMessage(told, settings)) === settings) {
    await vscode.commands.executeCommand("workbench.action.openSettings", "state51.command");
  }
}

/** A client that leaves it to `complain` to tell what goes wrong before its server has answered. */
class Client extends LanguageClient {
  answered = false;

  error(message, data, show) {
    super.error(message, data, this.answered ? show : false);
  }
}

/** A client of a server that was just started. */
function clientOf(command, first) {
  let waiting = first;
  let usual;
  const made = new Client(
    "state51",
    "state51",
    async () => {
      const child = waiting ?? server(command);
      waiting = undefined;
      return child;
    },
    {
      documentSelector: [{ scheme: "file", language: "yaml" }],
      synchronize: { fileEvents: vscode.workspace.createFileSystemWatcher("**/*.yaml") },
      initializationFailedHandler: () => false,
      errorHandler: {
        error: (...about) => (made.answered ? usual.error(...about) : { action: ErrorAction.Shutdown }),
        closed: () => (made.answered ? usual.closed() : { action: CloseAction.DoNotRestart }),
      },
    },
  );
  usual = made.createDefaultErrorHandler(RESTARTS);
  return made;
}

/** Waits until a server that is about to end has written all, but not for ever. */
function ended(child) {
  return new Promise((resolve) => {
    child.once("close", resolve);
    setTimeout(resolve, PATIENCE);
  });
}

async function start() {
  const command = vscode.workspace.getConfiguration("state51").get("command");
  let child;
  try {
    child = await server(command);
  } catch (error) {
    await complain(command, error.code === "ENOENT" ? `there is no command \`${command[0]}\`` : error.message);
    return;
  }
  const end = ended(child);
  const made = clientOf(command, child);
  client = made;
  try {
    await made.start();
    made.answered = true;
  } catch (error) {
    await end;
    await complain(command, child.told || error.message);
  }
}

async function stop() {
  const running = client;
  client = undefined;
  await running?.dispose().catch(() => undefined); // one that never ran has nothing to stop
}

async function activate(context) {
  const again = () => stop().then(start);
  context.subscriptions.push(
    vscode.commands.registerCommand("state51.restart", again),
    vscode.workspace.onDidChangeConfiguration((change) => change.affectsConfiguration("state51.command") && again()),
  );
  void start(); // the editor need not wait for it
}

module.exports = { activate, deactivate: stop };
