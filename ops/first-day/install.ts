// Installs the program as docs/deploy.md describes: files of the checkout, the web built with the
// names and addresses of the company, and the packages of production. `install.ts FOLDER [--break
// package]`
import { execFileSync } from 'node:child_process'
import { chmodSync, copyFileSync, cpSync, mkdirSync, rmSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { ROOT, say } from '../../scripts/project.ts'

/** Files of the program, as in the image (ops/Dockerfile). */
const PROGRAM = [
  ...['package.json', 'package-lock.json', '.npmrc'],
  ...['contract', 'database', 'scripts', 'server', 'build'],
]

const [folder = '', ...flags] = process.argv.slice(2)
const at = (name: string) => path.join(folder, name)
const run = (cwd: string, [program = '', ...args]: string[], env: Record<string, string> = {}) =>
  execFileSync(program, args, { cwd, env: { ...process.env, ...env }, encoding: 'utf8' })

chmodSync(folder, 0o711)
for (const name of ['source', 'program', 'bin']) mkdirSync(at(name))
const files = run(ROOT, ['git', 'ls-files', '-co', '--exclude-standard', '-z']).split('\0')
for (const name of files.filter(Boolean)) {
  cpSync(path.join(ROOT, name), path.join(at('source'), name), { recursive: true })
}
symlinkSync(path.join(ROOT, 'node_modules'), path.join(at('source'), 'node_modules'))
run(at('source'), [process.execPath, 'scripts/test.ts', 'build'])
for (const name of PROGRAM) {
  cpSync(path.join(at('source'), name), path.join(at('program'), name), { recursive: true })
}
rmSync(at('source'), { recursive: true })
run(at('program'), ['npm', 'ci', '--omit=dev', '--no-audit', '--no-fund', '--loglevel=error'])
if (flags.includes('package')) rmSync(at('program/node_modules/pg'), { recursive: true })
// `npm test` compares the packages with packages.txt; here their size is only said.
const sizes = run(at('program'), ['sh', '-c', 'du -sm node_modules node_modules/* | sort -rn'])
const [all = '', ...largest] = sizes.split('\n')
const named = largest.slice(0, 5).map((line) => line.replace(/^(\d+)\tnode_modules\/(.*)/, '$2 $1'))
say(`ok    packages of production: ${parseInt(all, 10)} MB (${named.join(', ')})`)

// Copies the Node of this machine. The program belongs to root, and no other user can write to it.
copyFileSync(process.execPath, at('bin/node'))
run(folder, ['chmod', '-R', 'go-w,a+rX', 'program'])
