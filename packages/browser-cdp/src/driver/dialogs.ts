import { BrowserError } from "../browser-error.js";
import type { CdpSession } from "../browser-link.js";

export type DialogType = "alert" | "confirm" | "prompt" | "beforeunload";

export interface DialogInfo {
  type: DialogType;
  message: string;
  defaultPrompt?: string;
}

/** A dialog that was there, and what became of it. */
export interface DialogRecord extends DialogInfo {
  answer: "accepted" | "dismissed" | "left open";
  promptText?: string;
}

/** `hold` leaves a dialog open until `answer` is called. */
export type DialogAction = "accept" | "dismiss" | "hold";

/**
 * What is done with dialogs by themselves. `careful`, the default: alerts are accepted and leaving a page is allowed;
 * what asks something is dismissed, and reported.
 */
export type DialogPolicy = DialogAction | "careful" | ((dialog: DialogInfo) => DialogAction);

/** Dialogs of one tab. While one is open the page stands still, so nothing that needs the page is sent to it. */
export class Dialogs {
  policy: DialogPolicy;
  /** Goes into the next prompt that is accepted. */
  promptText: string | undefined;
  #open: DialogInfo | undefined;
  /** Ends when the dialog that the policy answers is away. */
  #handling: Promise<void> | undefined;
  #records: DialogRecord[] = [];
  readonly #blocked = new Set<(error: BrowserError) => void>();

  constructor(
    private readonly session: CdpSession,
    policy: DialogPolicy,
  ) {
    this.policy = policy;
    session.on<DialogInfo>("Page.javascriptDialogOpening", (dialog) => this.#opened(dialog));
    session.on("Page.javascriptDialogClosed", () => {
      this.#open = undefined;
    });
  }

  get open(): DialogInfo | undefined {
    return this.#open;
  }

  /** Those since the last call. */
  take(): DialogRecord[] {
    return this.#records.splice(0);
  }

  /** Answers the open dialog. Goes out at once, whatever else waits for the page. */
  async answer(accept: boolean, promptText?: string): Promise<void> {
    const dialog = this.#open;
    if (!dialog) throw new BrowserError("protocol", "No dialog is open in this tab.");
    await this.#handle(dialog, accept, promptText);
  }

  /** @throws BrowserError `dialog-open` at once while a dialog is open, or when one opens and stays. */
  async guard<T>(what: string, run: () => Promise<T>): Promise<T> {
    await this.#handling;
    if (this.#open) throw blockedBy(this.#open, what);
    let off = () => {};
    const blocked = new Promise<never>((_, reject) => {
      const stop = () => reject(blockedBy(this.#open ?? { type: "alert", message: "" }, what));
      this.#blocked.add(stop);
      off = () => void this.#blocked.delete(stop);
    });
    try {
      return await Promise.race([run(), blocked]);
    } finally {
      off();
    }
  }

  #opened({ type, message, defaultPrompt }: DialogInfo): void {
    const dialog = { type, message, ...(defaultPrompt && { defaultPrompt }) };
    this.#open = dialog;
    const action = actionFor(this.policy, dialog);
    if (action !== "hold") {
      const handling = this.#handle(dialog, action === "accept", this.promptText).catch(() => {});
      this.#handling = handling;
      return void handling.then(() => {
        if (this.#handling === handling) this.#handling = undefined;
      });
    }
    this.#records.push({ ...dialog, answer: "left open" });
    for (const stop of [...this.#blocked]) stop(blockedBy(dialog, ""));
  }

  async #handle(dialog: DialogInfo, accept: boolean, promptText?: string): Promise<void> {
    await this.session.send("Page.handleJavaScriptDialog", {
      accept,
      ...(promptText !== undefined && { promptText }),
    });
    this.#open = undefined;
    const text = accept && dialog.type === "prompt" ? { promptText: promptText ?? "" } : {};
    this.#records.push({ ...dialog, answer: accept ? "accepted" : "dismissed", ...text });
  }
}

function actionFor(policy: DialogPolicy, dialog: DialogInfo): DialogAction {
  if (typeof policy === "function") return policy(dialog);
  if (policy !== "careful") return policy;
  return dialog.type === "alert" || dialog.type === "beforeunload" ? "accept" : "dismiss";
}

const blockedBy = ({ type, message }: DialogInfo, what: string): BrowserError =>
  new BrowserError(
    "dialog-open",
    `Cannot ${what}: the page stands still at its ${type} "${message.slice(0, 200)}". Accept or dismiss it first.`,
  );
