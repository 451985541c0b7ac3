/** Stores a PIN over a restart, for owners who enable that. Cards are identified by {@link CardHere.key}. */
export interface PinKeep {
  /** Called when a service starts, which keeps a PIN in memory; a stored PIN may be used from then on. */
  begin(): void;
  /** True when the PIN of this card is stored. */
  holds(card: string): boolean;
  /** True when the PIN stored for this card may be used. */
  awaits(card: string): boolean;
  /**
   * Removes the PIN of this card from the store for one try. When this resolves it is durably deleted, so no failure
   * during the try can lead to a second one. Undefined: it must not be tried.
   */
  take(card: string): Promise<string | undefined>;
  /**
   * Stores a PIN that this card has accepted, if the owner wants that, replacing any other. True when it is stored now.
   */
  store(card: string, pin: string): Promise<boolean>;
  /** The card did not accept it; it is deleted. */
  forget(card: string): Promise<void>;
}

/** Stores nothing. */
export const NO_KEEP: PinKeep = {
  begin: () => undefined,
  holds: () => false,
  awaits: () => false,
  take: async () => undefined,
  store: async () => false,
  forget: async () => undefined,
};
