// Makes the archive that ops/update installs (docs/how-to/release.md).
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { readCommand } from '#server/platform/command.ts'
import { ROOT, say } from './project.ts'
import { describeRelease, isShipped, packRelease } from './release-archive.ts'

const { values } = readCommand({
  call: 'npm run release',
  about:
    'Builds this version for production, in a folder of its own, with the packages of production ' +
    'only, and packs it for this platform: cupo-<version>-<platform>.tar.gz and its .sha256.',
  options: { to: { type: 'string', about: 'the folder of the archive; build/release by default' } },
})
const to = path.resolve(values.to ?? path.join(ROOT, 'build', 'release'))
const scratch = mkdtempSync(path.join(tmpdir(), 'cupo-release-'))
const [source, program] = ['source', 'program'].map((name) => path.join(scratch, name)) as [
  string,
  string,
]
const run = (cwd: string, [name = '', ...args]: string[]) =>
  execFileSync(name, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })

try {
  const files = run(ROOT, ['git', 'ls-files', '-co', '--exclude-standard', '-z']).split('\0')
  for (const name of files.filter(Boolean)) {
    cpSync(path.join(ROOT, name), path.join(source, name), { recursive: true })
    if (isShipped(name)) cpSync(path.join(ROOT, name), path.join(program, name))
  }
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(source, 'node_modules'))
  run(source, [process.execPath, 'scripts/test.ts', 'build'])
  renameSync(path.join(source, 'build'), path.join(program, 'build'))
  run(program, ['npm', 'ci', '--omit=dev', '--no-audit', '--no-fund', '--loglevel=error'])
  const changes = run(ROOT, ['git', 'status', '--porcelain']) === '' ? '' : ' with changes'
  const commit = run(ROOT, ['git', 'rev-parse', 'HEAD']).trim() + changes
  mkdirSync(to, { recursive: true })
  const archive = packRelease(program, await describeRelease(program, commit), to)
  say(archive)
  if (changes) say('It has changes that are not committed: for a trial only.')
} finally {
  rmSync(scratch, { recursive: true, force: true })
}
