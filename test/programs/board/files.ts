import { translate } from '../../../src/base/bilingual.js';
import { readFirstFile } from '../../../src/programs/board/firstFile.js';
import { type StoredConfig, emptyConfig } from '../../../src/programs/board/storedConfig.js';
import { type BoardFacts, type Plan, planOf } from '../../../src/programs/board/boardPlan.js';

/** Files and plans that the tests of the board share. */

export const ED25519 = 'ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIOMqqnkVzrm0SdG6UOoqKLsabgH5C9okWi0dh2l9GKJl ana@pekara';

export const WIFI = '[wifi]\nssid = "Пекара"\npassword = "tajna-lozinka"\n';
export const COMPANY = {
  name: 'Пекара Сунце',
  tin: '100000024',
  location: '1234567-Пекара',
  address: 'Главна 1',
  district: 'Београд',
};

export const WHOLE = `# Пекара
${WIFI}country = "RS" # земља
hidden = true

[network]
hostname = "Kasa-1"
address = "192.168.1.50/24"
gateway = "192.168.1.1"
dns = ["192.168.1.1",
  "9.9.9.9"]
time_servers = ["rs.pool.ntp.org"]

[company]
name = "Пекара Сунце"
tin = "100000024"
location = "1234567-Пекара"
address = "Главна 1"
district = "Београд"

[claim]
code = "7k3q-m2xw"

[ssh]
key = "${ED25519}"
`;

export const FACTS: BoardFacts = { mark: '1A2B', today: '2026-11-23' };
export const PASSWORD = 'ABCDEFGHJKMN';
export const NOTHING: StoredConfig = emptyConfig(PASSWORD);

export function plan(text: string | Buffer | null, kept: StoredConfig = NOTHING, facts: BoardFacts = FACTS): Plan {
  return planOf(text === null ? null : Buffer.from(text), kept, facts);
}

/** The reported problems of a file, in English: `3: This key …`. */
export function complaints(text: string | Buffer): string[] {
  const read = readFirstFile(Buffer.from(text));
  if (read.ok) return [];
  return read.error.map((problem) => `${problem.line}: ${translate(problem.text, 'en', problem.values)}`);
}

/** The content of a planned file, by a part of its path. */
export function fileOf(planned: Plan, part: string): string | undefined {
  return planned.files.find(({ path }) => path.includes(part))?.content;
}
