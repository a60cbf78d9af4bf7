import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { ROOT } from '../project.ts'
import { readGrowth } from './growth.ts'
import { scalingPage } from './page.ts'

it('docs/scaling.md is equal to the generated page: npm run docs:scaling', () => {
  const written = readFileSync(join(ROOT, 'docs/scaling.md'), 'utf8')
  expect(written).toBe(scalingPage(readGrowth()))
})
