/** This device as the server knows it. Its secret is in a cookie that no script can read. */

import { api } from "./api";

/** Whether it is the one of whoever runs the server, and everything there is theirs to see. Without a server it is.
 * `online`: there is a server, which others can reach. */
export const device = $state({ owner: true, online: false });

/** The first request of a page, before all others: who has no secret yet gets one, and only one. */
export async function visit(): Promise<void> {
  try {
    device.owner = (await api.visit()).owner;
    device.online = true;
  } catch {
    // The server is away: the screens say so, and whatever is asked next brings the cookie that is there.
  }
}

/** The admin link was opened. */
export async function becomeOwner(token: string): Promise<void> {
  device.owner = (await api.becomeOwner(token)).owner;
}
