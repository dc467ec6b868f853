import type { CdpSession } from "../browser-link.js";

export interface Download {
  url: string;
  /** The name that the page suggests; the file may get a number behind it. */
  file: string;
  state: "under way" | "done" | "failed";
}

/** Downloads that a tab's pages begin. */
export class DownloadWatch {
  #new: Download[] = [];

  constructor(session: CdpSession) {
    const known = new Map<string, Download>();
    session.on<{ guid: string; url: string; suggestedFilename: string }>(
      "Page.downloadWillBegin",
      ({ guid, url, suggestedFilename }) => {
        const download: Download = { url, file: suggestedFilename, state: "under way" };
        known.set(guid, download);
        this.#new.push(download);
      },
    );
    session.on<{ guid: string; state: string }>("Page.downloadProgress", ({ guid, state }) => {
      const download = known.get(guid);
      if (!download || state === "inProgress") return;
      download.state = state === "completed" ? "done" : "failed";
      known.delete(guid);
    });
  }

  /** Those since the last call. Their states go on to change. */
  take(): Download[] {
    return this.#new.splice(0);
  }
}
