import { setImmediate } from 'node:timers/promises'
import { afterEach, expect, it, vi } from 'vitest'
import { aPhoto, blackPng } from '#test/images.ts'
import { aPdf, pictureBomb } from '#test/pdfs.ts'
import { redrawImage } from './image.ts'
import { imagePool } from './image-pool.ts'

afterEach(() => void vi.useRealTimers())

const square = { mime: 'image/jpeg', side: 512, fit: 'cover' as const }

it('kills the process of an image that takes too long, and redraws the next image', async () => {
  // The two durations differ much: a quarter of the slow time suffices for the quick image, and the
  // slow image exceeds it even when other work ends between the two measurements.
  const mime = 'image/png'
  const slow = { bytes: blackPng(7_700, 7_700), mime, side: 4_096, fit: 'cover' as const }
  const quick = { bytes: blackPng(16, 16), mime, side: 16, fit: 'inside' as const }
  const patient = imagePool({ processes: 1, waiting: 5, timeLimitMs: 30_000 })
  await patient('ana', quick)
  const start = performance.now()
  const { image } = await patient('ana', slow)
  expect(image.subarray(8, 12).toString('latin1')).toBe('WEBP')

  const timeLimitMs = Math.round((performance.now() - start) / 4)
  const strict = imagePool({ processes: 1, waiting: 5, timeLimitMs })
  const [late, next] = await Promise.allSettled([strict('ana', slow), strict('ana', quick)])
  expect(late).toMatchObject({ status: 'rejected', reason: { code: 'file_too_slow' } })
  expect(next.status).toBe('fulfilled')
})

it('kills the process of a PDF that takes too long, and draws the next PDF', async () => {
  const job = { mime: 'application/pdf', side: 800, fit: 'inside' as const }
  const strict = imagePool({ processes: 1, waiting: 5, timeLimitMs: 300 })
  const late = strict('ana', { ...job, bytes: pictureBomb(10_000) })
  await expect(late).rejects.toMatchObject({ code: 'file_too_slow' })
  const patient = imagePool({ processes: 1, waiting: 5, timeLimitMs: 20_000 })
  expect(await patient('ana', { ...job, bytes: aPdf({ lines: ['SOAT'] }) })).toMatchObject({
    text: 'SOAT',
  })
})

it('refuses a picture of an upload after 5 seconds, not before', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const bomb = { by: 'ana', side: 800, fit: 'inside', pdf: true } as const
  const ended = vi.fn()
  void redrawImage(pictureBomb(10_000), bomb).then(ended, ({ code }) => ended(code))
  // The limit begins when the process has the file.
  while (vi.getTimerCount() === 0) await setImmediate()
  await vi.advanceTimersByTimeAsync(4_999)
  expect(ended).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(1)
  expect(ended).toHaveBeenCalledWith('file_too_slow')
})

it('refuses an image when the queue of the image pool is full', async () => {
  const photo = await aPhoto()
  const redraw = imagePool({ processes: 1, waiting: 1, timeLimitMs: 20_000 })
  const all = ['ana', 'bruno', 'celia'].map((by) => redraw(by, { bytes: photo, ...square }))
  const ends = await Promise.allSettled(all)
  expect(ends.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected'])
  expect(ends[2]).toMatchObject({ reason: { code: 'busy' } })
})

it('draws the photo of one sender at once while another sends 30 slow PDFs', async () => {
  const redraw = imagePool({ processes: 2, waiting: 20, timeLimitMs: 1_500 })
  const bytes = await aPhoto()
  // Starts both processes, which takes long on a busy machine.
  await Promise.all(['bruno', 'carla'].map((by) => redraw(by, { bytes, ...square })))
  const slow = { mime: 'application/pdf', side: 800, fit: 'inside' as const }
  const bomb = { ...slow, bytes: pictureBomb(10_000) }
  const ends: string[] = []
  const noted = async (work: Promise<unknown>, name: string) => {
    const code = await work.then(() => 'drawn').catch((error: { code: string }) => error.code)
    ends.push(`${name} ${code}`)
  }
  const all = Array.from({ length: 30 }, () => noted(redraw('ana', bomb), 'ana'))
  all.push(noted(redraw('bruno', { bytes, ...square }), 'bruno'))
  await Promise.all(all)
  expect(ends.slice(0, 27)).toEqual([...Array(26).fill('ana busy'), 'bruno drawn'])
  expect(ends.slice(27)).toEqual(Array(4).fill(expect.stringMatching(/^ana (drawn|file_too_slow)/)))
})
