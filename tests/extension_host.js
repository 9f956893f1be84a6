// Runs the extension with a stand-in for the editor and for the client library, and prints what people are told.
// Arguments: the extension, and the configured command as JSON. A server that writes something has answered.
"use strict";
const Module = require("module");
const told = [];
let answered = false;
const nothing = { dispose() {} };

const vscode = {
  workspace: {
    getConfiguration: () => ({ get: () => JSON.parse(process.argv[3]) }),
    createFileSystemWatcher: () => nothing,
    onDidChangeConfiguration: () => nothing,
  },
  window: { showErrorMessage: async (message) => void told.push(message) },
  commands: { registerCommand: () => nothing, executeCommand: async () => undefined },
};

class LanguageClient {
  constructor(id, name, start) {
    this.launch = start;
  }
  async start() {
    this.child = await this.launch();
    await new Promise((resolve, reject) => {
      this.child.once("exit", () => reject(new Error("the connection got disposed")));
      this.child.stdout.once("data", resolve);
    });
    answered = true;
  }
  async dispose() {
    this.child.kill();
  }
  createDefaultErrorHandler() {}
}

const known = { vscode, "vscode-languageclient/node": { LanguageClient, CloseAction: {}, ErrorAction: {} } };
const load = Module._load;
Module._load = (name, ...rest) => known[name] ?? load(name, ...rest);

const extension = require(process.argv[2]);
extension.activate({ subscriptions: [] });
const looking = setInterval(async () => {
  if (told.length || answered) {
    clearInterval(looking);
    await new Promise((resolve) => setTimeout(resolve, 200)); // whether it says more
    await extension.deactivate();
    console.log(JSON.stringify(told));
    process.exit(0);
  }
}, 20);
