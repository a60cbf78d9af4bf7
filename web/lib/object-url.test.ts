import { resolveObjectURL } from 'node:buffer'
import { setTimeout } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { makeObjectUrl } from './object-url.ts'

it('an image whose src was set in the same task can still load a released URL', async () => {
  const { url, release } = makeObjectUrl(new Blob(['a photo']))
  release()
  await Promise.resolve()
  expect(await resolveObjectURL(url)?.text()).toBe('a photo')
  await setTimeout(1)
  expect(resolveObjectURL(url)).toBeUndefined()
})
