import { execFile } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it, onTestFinished } from 'vitest'

const ROOT = fileURLToPath(new URL('..', import.meta.url))
const run = promisify(execFile)

/** A folder with the project's lock file and a package that was installed by somebody else. */
function aFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'cupo-production-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  for (const name of ['package.json', 'package-lock.json', 'scripts']) {
    cpSync(join(ROOT, name), join(folder, name), { recursive: true })
  }
  return folder
}

const ensureInstall = (folder: string) =>
  run(process.execPath, ['scripts/ensure-install.mjs'], {
    cwd: folder,
    env: { ...process.env, NODE_ENV: 'production' },
  })

// covers: C292
it('npm scripts leave the packages of production as they are', async () => {
  const folder = aFolder()
  const installed = join(folder, 'node_modules', 'fastify', 'package.json')
  mkdirSync(join(installed, '..'), { recursive: true })
  writeFileSync(installed, '{}')
  expect(await ensureInstall(folder)).toEqual({ stdout: '', stderr: '' })
  expect(existsSync(installed)).toBe(true)
  expect(existsSync(join(folder, 'node_modules', '.cupo-install'))).toBe(false)
})

it('npm scripts in production name a missing installation, and make none', async () => {
  const folder = aFolder()
  await expect(ensureInstall(folder)).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining('node_modules is missing'),
  })
  expect(existsSync(join(folder, 'node_modules'))).toBe(false)
})
