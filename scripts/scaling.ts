import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readCommand } from '#server/platform/command.ts'
import { ROOT } from './project.ts'
import { readGrowth } from './scaling/growth.ts'
import { scalingPage } from './scaling/page.ts'

readCommand({
  call: 'npm run docs:scaling',
  about:
    'Writes docs/scaling.md from docs/growth.json, which `npm run bench growth` measures, and ' +
    'from the habits of people in scripts/scaling/demand.ts.',
})

writeFileSync(join(ROOT, 'docs/scaling.md'), scalingPage(readGrowth()))
