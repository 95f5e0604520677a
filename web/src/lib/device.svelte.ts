/** This device as the server knows it. Its secret is in a cookie that no script can read. */

import { api } from "./api";

/** Whether it is the one of whoever runs the server, and everything there is theirs to see. Without a server it is.
 * `online`: there is a server, which others can reach. */
export const device = $state({ owner: true, online: false });

const PATIENCE = 5_000; // milliseconds; then the page opens all the same

/** The first request of a page, before all others: who has no secret yet gets one, and only one. */
export const visit = (): Promise<void> =>
  Promise.race([ask(), new Promise<void>((done) => setTimeout(done, PATIENCE))]);

async function ask(): Promise<void> {
  try {
    device.owner = (await api.visit()).owner;
    device.online = true;
  } catch {
    // The server is away: the screens say so, and whatever is asked next brings the cookie that is there.
  }
}

/** A link for another device was opened on this one. */
export async function joinDevice(token: string): Promise<void> {
  device.owner = (await api.openLink(token)).owner;
}

/** The admin link was opened. */
export async function becomeOwner(token: string): Promise<void> {
  device.owner = (await api.becomeOwner(token)).owner;
}
