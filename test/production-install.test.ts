import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const run = promisify(execFile)

/** A folder with the project's lock file and a package that somebody else installed. */
function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'cupo-production-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const name of ['package.json', 'package-lock.json', 'scripts']) {
    cpSync(join(ROOT, name), join(folder, name), { recursive: true })
  }
  return folder
}

const ensureInstall = (folder: string, NODE_ENV = 'production') =>
  run(process.execPath, ['scripts/ensure-install.mjs'], {
    cwd: folder,
    env: { ...process.env, NODE_ENV },
  })

it('leaves the packages of production unchanged when an npm script runs', async () => {
  const folder = aFolder()
  const installed = join(folder, 'node_modules', 'fastify', 'package.json')
  mkdirSync(join(installed, '..'), { recursive: true })
  writeFileSync(installed, '{}')
  expect(await ensureInstall(folder)).toEqual({ stdout: '', stderr: '' })
  expect(existsSync(installed)).toBe(true)
  expect(existsSync(join(folder, 'node_modules', '.cupo-install'))).toBe(false)
})

it('leaves an installation for production unchanged without NODE_ENV', async () => {
  const folder = aFolder()
  const modules = join(folder, 'node_modules')
  mkdirSync(modules)
  const packages = { 'node_modules/fastify': { version: '1.0.0' } }
  writeFileSync(join(modules, '.package-lock.json'), JSON.stringify({ packages }))
  expect(await ensureInstall(folder, '')).toEqual({ stdout: '', stderr: '' })
  expect(existsSync(join(modules, '.cupo-install'))).toBe(false)
})

it('reports a missing installation in production instead of installing', async () => {
  const folder = aFolder()
  await expect(ensureInstall(folder)).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('node_modules is missing'),
  })
  expect(existsSync(join(folder, 'node_modules'))).toBe(false)
})
