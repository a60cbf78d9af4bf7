import { join } from 'node:path'
import { readCommand } from '#server/platform/command.ts'
import { ensureWebBuilt } from './build-web.ts'
import { runNode } from './project.ts'

readCommand({
  call: 'npm run audit:a11y',
  about:
    'Checks every screen, signed in and out, in two sizes, by axe, the engine of IBM and ' +
    'html-validate.',
  exits: { 1: 'a screen has a fault' },
})

await ensureWebBuilt()
const program = join('node_modules', 'vitest/vitest.mjs')
const args = ['run', '--project', 'e2e', 'test/e2e/routes.e2e.ts']
process.exitCode = await runNode([program, ...args], { PAGE_AUDITS: 'all' })
