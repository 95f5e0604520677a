/** Calls to the server, and what went wrong with the last one, in the server's own words, for a screen to show. */

import { Refused } from "./api";

export class Attempt {
  problem = $state<string | null>(null);
  running = $state(false);

  /** Whether it worked. Anything but a refusal is a fault of ours and stays one. */
  async run(act: () => Promise<unknown>): Promise<boolean> {
    this.running = true;
    try {
      await act();
      this.problem = null;
      return true;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      this.problem = error.message;
      return false;
    } finally {
      this.running = false;
    }
  }
}
