import { expect, it } from 'vitest'
import { buildApp } from '#server/app.ts'
import { testDeps } from '../deps.ts'
import { newPage, workerBrowser } from './browser.ts'

it('shows the API docs without a problem in the console and without a logo', async () => {
  const app = await buildApp(await testDeps())
  const url = await app.listen({ port: 0, host: '127.0.0.1' })
  const { page, assertClean, close } = await newPage(await workerBrowser(), { baseURL: url })
  await page.goto('/api/docs')
  await page.getByText('Create an account').click()
  await page.getByText('Registers a person with a password').waitFor()
  expect(await page.title()).toBe('Cupo API')
  // The library's logo is an image in its bar.
  await expect.poll(() => page.locator('img, .topbar').count()).toBe(0)
  assertClean()
  await close()
  await app.close()
})
