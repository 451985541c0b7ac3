import type { SqlJsStatic } from 'sql.js';

class NoStatement {
  run(): void {}
  bind(): boolean {
    return true;
  }
  step(): boolean {
    return false;
  }
  getAsObject(): object {
    return {};
  }
  reset(): void {}
  free(): boolean {
    return true;
  }
}

class NoDatabase {
  run(): void {}
  prepare(): NoStatement {
    return new NoStatement();
  }
  export(): Uint8Array {
    return new Uint8Array(0);
  }
  close(): void {}
}

/** A sql.js that keeps nothing: for the thousands of openings where only the log is looked at. */
export const noSql = { Database: NoDatabase } as unknown as SqlJsStatic;
