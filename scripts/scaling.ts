// `npm run docs:scaling`: writes docs/scaling.md from docs/growth.json, which `npm run bench
// growth` measures, and from the assumed habits in scripts/scaling/demand.ts.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { ROOT } from './project.ts'
import { readGrowth } from './scaling/growth.ts'
import { scalingPage } from './scaling/page.ts'

writeFileSync(join(ROOT, 'docs/scaling.md'), scalingPage(readGrowth()))
