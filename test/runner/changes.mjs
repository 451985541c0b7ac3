import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { ROOT } from './files.mjs';

/** Where a change may have begun, the first that exists: what the others have, what this clone has, the last commit. */
const MAINS = ['main/origin', 'origin/main', 'main'];

/** Lines of git's answer; undefined where it refuses. */
function git(...args) {
  const { status, stdout } = spawnSync('git', args, { cwd: ROOT, encoding: 'utf8' });
  return status === 0 ? stdout.split('\n').filter((line) => line !== '') : undefined;
}

/** The commit from which changes count, and how to name it; undefined when git does not know `asked`. */
export function baseOf(asked) {
  if (asked !== undefined) {
    const commit = git('rev-parse', '--verify', '--quiet', `${asked}^{commit}`)?.[0];
    return commit === undefined ? undefined : { commit, name: asked };
  }
  for (const main of MAINS) {
    const commit = git('merge-base', 'HEAD', main)?.[0];
    if (commit !== undefined) return { commit, name: `the merge base with ${main}` };
  }
  return git('rev-parse', 'HEAD') && { commit: 'HEAD', name: 'HEAD' };
}

/** The whole hash of a commit, and its place in the history: how many commits it has behind it. Undefined where git does not know it. */
export function commitOf(revision) {
  const hash = git('rev-parse', '--verify', '--quiet', `${revision}^{commit}`)?.[0];
  const place = Number(git('rev-list', '--count', revision)?.[0]);
  return hash === undefined || Number.isNaN(place) ? undefined : { hash, place };
}

/**
 * The files that differ from a commit, committed since or not, with those that git does not know yet. Paths are relative
 * to the root; a removed file is among them.
 */
export function changedSince(commit) {
  const changed = git('-c', 'core.quotePath=false', 'diff', '--name-only', '--no-renames', '--relative', commit) ?? [];
  const added = git('-c', 'core.quotePath=false', 'ls-files', '--others', '--exclude-standard') ?? [];
  return [...new Set([...changed, ...added])].sort();
}

/** Every file of the last commit that is still there, relative to the root; undefined outside of a repository. */
export function trackedFiles() {
  return git('-c', 'core.quotePath=false', 'ls-files')?.filter((file) => existsSync(resolve(ROOT, file)));
}
