/** Where a PIN is kept over a restart, for owners who want that. A card is named by what tells it from all others. */
export interface PinKeep {
  /** A service runs, which remembers a PIN: what was kept may be used from now on. */
  begin(): void;
  /** Is the PIN of this card kept? */
  holds(card: string): boolean;
  /** May the PIN that is kept for this card be taken? */
  awaits(card: string): boolean;
  /**
   * Takes the PIN of this card out, for one try. When this resolves it is durably kept no more, so that nothing that happens
   * during the try can lead to a second one. Undefined: it may not be tried.
   */
  take(card: string): Promise<string | undefined>;
  /** Keeps a PIN that this card has accepted, if the owner wants that, in place of any other. Is it kept now? */
  store(card: string, pin: string): Promise<boolean>;
  /** This card did not accept it: it is kept no more. */
  forget(card: string): Promise<void>;
}

/** Keeps nothing. */
export const NO_KEEP: PinKeep = {
  begin: () => undefined,
  holds: () => false,
  awaits: () => false,
  take: async () => undefined,
  store: async () => false,
  forget: async () => undefined,
};
