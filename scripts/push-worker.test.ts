import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { pushHandlers } from './push-worker.ts'

const ORIGIN = 'https://cupo.test'

/** A service worker that has run the added lines, and a record of its actions. */
function worker(windows: object[] = []) {
  const listeners: Record<string, (event: object) => void> = {}
  const shown: unknown[] = []
  const opened: string[] = []
  const context = {
    URL,
    location: { origin: ORIGIN },
    registration: { showNotification: async (...all: unknown[]) => void shown.push(all) },
    clients: {
      matchAll: async () => windows,
      openWindow: async (url: string) => void opened.push(url),
    },
    addEventListener: (name: string, listener: (event: object) => void) => {
      listeners[name] = listener
    },
  }
  runInNewContext(pushHandlers(), { ...context, self: context })
  const dispatch = async (name: string, event: object) => {
    let done: Promise<unknown> = Promise.resolve()
    const waitUntil = (promise: Promise<unknown>) => {
      done = promise
    }
    listeners[name]?.({ ...event, waitUntil })
    await done
  }
  const click = (url: string) =>
    dispatch('notificationclick', { notification: { close() {}, data: { url } } })
  return { shown, opened, dispatch, click }
}

describe('the service worker', () => {
  it('shows a push message with content, and ignores a push without content', async () => {
    const { shown, dispatch } = worker()
    const message = { title: 'Hola', body: 'Texto', url: '/bookings/1', tag: 't' }
    await dispatch('push', { data: { json: () => message } })
    expect(shown).toMatchObject([
      ['Hola', { body: 'Texto', tag: 't', data: { url: '/bookings/1' } }],
    ])
    await dispatch('push', { data: null })
    expect(shown).toHaveLength(1)
  })

  it('keeps only a message about the journey under way on the screen', async () => {
    const { shown, dispatch } = worker()
    const message = { title: 'Hola', body: 'Texto', url: '/bookings/1', tag: 't' }
    await dispatch('push', { data: { json: () => message } })
    await dispatch('push', { data: { json: () => ({ ...message, stays: true }) } })
    const stays = (shown as [string, object][]).map(([, options]) => options)
    expect(stays).toMatchObject([{ requireInteraction: false }, { requireInteraction: true }])
  })

  it('opens the path of a push message, and never another site', async () => {
    const { opened, click } = worker()
    await click('/bookings/1')
    await click('https://evil.test/')
    await click('//evil.test/')
    const inbox = `${ORIGIN}/notifications`
    expect(opened).toEqual([`${ORIGIN}/bookings/1`, inbox, inbox])
  })

  it('opens a push message in an open window when the browser allows it', async () => {
    const led: string[] = []
    const window = { focus: async () => window, navigate: async (url: string) => led.push(url) }
    await worker([window]).click('/wallet')
    expect(led).toEqual([`${ORIGIN}/wallet`])
    const foreign = { focus: async () => foreign, navigate: () => Promise.reject(new Error('no')) }
    const other = worker([foreign])
    await other.click('/wallet')
    expect(other.opened).toEqual([`${ORIGIN}/wallet`])
  })
})
