// Setup that runs in every file of browser tests.
import { afterEach } from 'vitest'
import { printOpenPages } from './open-pages.ts'

afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') await printOpenPages(task.name)
})
