// The archive of a release: what goes into it, and what it says of itself.
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { readDatabaseFiles } from '#server/platform/db/database-files.ts'
import { contractingStatements } from './contracting.ts'
import type { Release } from './release-facts.ts'

/** Folders and files of the program, beside the packages and the built web. */
export const PROGRAM = [
  ...['package.json', 'package-lock.json', '.npmrc', 'CHANGELOG.md'],
  ...['contract', 'database', 'docs', 'ops', 'scripts', 'server'],
]

/** Whether a committed file is part of an installation: neither tests nor what only tests read. */
export function isShipped(file: string): boolean {
  const isOfProgram = PROGRAM.some((name) => file === name || file.startsWith(`${name}/`))
  return isOfProgram && !/\.test\.tsx?$|^database\/releases\/|^docs\/.*\.webp$/.test(file)
}

/** Returns what `release.json` says of the program in a folder. */
export async function describeRelease(folder: string, commit: string): Promise<Release> {
  const { version } = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'))
  const { migrations } = await readDatabaseFiles(path.join(folder, 'database'))
  const entries = migrations.map(
    async ({ file, text }) => [file, await contractingStatements(text)] as const,
  )
  return {
    version,
    commit,
    platform: `${process.platform}-${process.arch}`,
    node: 24,
    migrations: Object.fromEntries(await Promise.all(entries)),
  }
}

/**
 * Packs `folder` with `files.sha256`, the checksums of all its files, as `cupo-<version>/` into
 * `<to>/cupo-<version>-<platform>.tar.gz`, and writes the archive's checksum beside it. Everybody
 * may read the files, only root may change them. Returns the path of the archive.
 */
export function packRelease(folder: string, release: Release, to: string): string {
  writeFileSync(path.join(folder, 'release.json'), `${JSON.stringify(release, null, 2)}\n`)
  writeFileSync(path.join(folder, 'files.sha256'), checksumsOf(folder))
  const top = `cupo-${release.version}`
  const archive = path.join(to, `${top}-${release.platform}.tar.gz`)
  execFileSync('tar', [
    ...['--create', '--gzip', `--file=${archive}`, `--directory=${folder}`, '--sort=name'],
    ...['--owner=0', '--group=0', '--numeric-owner', '--mode=u+w,go-w,a+rX'],
    ...[`--transform=s,^\\.,${top},rSH`, '.'],
  ])
  writeFileSync(`${archive}.sha256`, lineOf(path.basename(archive), readFileSync(archive)))
  return archive
}

/** Lines for `sha256sum -c` of all files below a folder. */
function checksumsOf(folder: string): string {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .filter((name) => name !== 'files.sha256')
    .sort()
    .map((name) => lineOf(name, readFileSync(path.join(folder, name))))
    .join('')
}

function lineOf(name: string, bytes: Buffer): string {
  return `${createHash('sha256').update(bytes).digest('hex')}  ${name}\n`
}
