import { readCommand } from '#server/platform/command.ts'
import { ensureWebBuilt } from './build-web.ts'
import { runVitest } from './project.ts'

readCommand({
  call: 'npm run audit:a11y',
  about:
    'Checks every screen, signed in and out, in two sizes, by axe, the engine of IBM and ' +
    'html-validate.',
  exits: { 1: 'a screen has a fault' },
})

await ensureWebBuilt()
const args = ['--project', 'e2e', 'test/e2e/routes.e2e.ts']
process.exitCode = await runVitest(args, { PAGE_AUDITS: 'all' })
