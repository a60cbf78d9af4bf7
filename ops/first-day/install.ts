// Installs the program as docs/deploy.md describes: the archive of `npm run release`, unpacked into
// a folder of its own, with a link to it. `install.ts FOLDER [--break package]`; `FOLDER/opt` is
// `/opt` in the rehearsal.
import { execFileSync } from 'node:child_process'
import { chmodSync, copyFileSync, mkdirSync, rmSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { ROOT, say } from '../../scripts/project.ts'

const [folder = '', ...flags] = process.argv.slice(2)
const at = (name: string) => path.join(folder, name)
const run = (cwd: string, [program = '', ...args]: string[]) =>
  execFileSync(program, args, { cwd, encoding: 'utf8' })

chmodSync(folder, 0o711)
for (const name of ['release', 'opt', 'bin']) mkdirSync(at(name))
const [archive = ''] = run(ROOT, [
  ...[process.execPath, 'scripts/release.ts', '--to', at('release')],
]).split('\n')
run(at('release'), ['sha256sum', '-c', `${path.basename(archive)}.sha256`])
run(at('release'), ['tar', '-xzf', archive, '-C', at('opt')])
const name = path.basename(archive).split('-').slice(0, 2).join('-')
symlinkSync(`/opt/${name}`, at('opt/cupo'))

const program = at(`opt/${name}`)
if (flags.includes('package')) rmSync(path.join(program, 'node_modules/pg'), { recursive: true })
// `npm test` compares the packages with packages.txt; here their size is only said.
const sizes = run(program, ['sh', '-c', '(du -sm node_modules; du -sm node_modules/*) | sort -rn'])
const [all = '', ...largest] = sizes.split('\n')
const named = largest.slice(0, 5).map((line) => line.replace(/^(\d+)\tnode_modules\/(.*)/, '$2 $1'))
say(`ok    packages of production: ${parseInt(all, 10)} MB (${named.join(', ')})`)

// Copies the Node of this machine.
copyFileSync(process.execPath, at('bin/node'))
chmodSync(at('bin/node'), 0o755)
