// Checks that the step `lint` finds unused code, with the project's own configuration.
import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { ROOT } from './project.ts'

const KNIP = join(ROOT, 'node_modules', 'knip', 'bin', 'knip.js')

/** Runs knip on a small project; returns its exit code and output. */
function knip(files: Record<string, string>): { code: number | null; text: string } {
  const folder = mkdtempSync(join(tmpdir(), 'cupo-knip-'))
  try {
    cpSync(join(ROOT, 'knip.config.ts'), join(folder, 'knip.config.ts'))
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), text)
    }
    const args = [KNIP, '--no-progress', '--no-config-hints', '--reporter', 'compact']
    const done = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' })
    return { code: done.status, text: done.stdout + done.stderr }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

it('finds an unused export, type, file and package, and accepts used ones', {
  timeout: 60_000,
}, () => {
  const { code, text } = knip({
    'package.json': '{ "name": "sample", "dependencies": { "left-pad": "1.3.0" } }',
    'scripts/run.ts': "import { needed } from '../server/one.ts'\nneeded()",
    'server/one.ts': `export function needed(): void {}
      export const two = 2
      export type Three = 3`,
    'server/four.ts': 'export const four = 4',
  })
  expect(code).toBe(1)
  for (const name of ['two', 'Three', 'server/four.ts', 'left-pad']) expect(text).toContain(name)
  expect(text).not.toContain('needed')
})
