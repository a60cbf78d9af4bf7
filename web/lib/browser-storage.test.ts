import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { blockedStorage, fullStorage, stubStorage } from '#test/memory-storage.ts'
import {
  forgetStored,
  hasCookie,
  keepCookie,
  keepStored,
  keptText,
  onUnkept,
  readStored,
  storedKeys,
} from './browser-storage.ts'

it('removes photo URLs at any depth from an answer that is stored on the device', () => {
  const photoUrl = '/api/users/ana/photo?v=1'
  const sheet = { stops: [{ getsOn: [{ name: 'Ana R.', photoUrl }] }], driver: { photoUrl } }
  expect(JSON.parse(keptText(sheet))).toEqual({
    stops: [{ getsOn: [{ name: 'Ana R.', photoUrl: null }] }],
    driver: { photoUrl: null },
  })
})

/** Each access of the globals throws, as where the browser blocks all data of a site. */
function stubThrowingGetters(): void {
  stubStorage()
  for (const name of ['localStorage', 'sessionStorage']) {
    vi.stubGlobal(name, null)
    Object.defineProperty(globalThis, name, {
      configurable: true,
      get: () => {
        throw new DOMException('denied', 'SecurityError')
      },
    })
  }
}

describe.each([
  ['is full', () => stubStorage(fullStorage)],
  ['refuses every call', () => stubStorage(blockedStorage)],
  ['cannot even be read from the window', stubThrowingGetters],
])('storage that %s', (_name, stub) => {
  let reported: string[] = []

  beforeEach(() => {
    stub()
    reported = []
    onUnkept((key) => reported.push(key))
  })
  afterEach(() => stubStorage())

  it('keeps texts as long as the page, reports their keys, and forgets them', () => {
    expect(keepStored('local', 'ticket:1', 'a')).toBe(false)
    keepStored('local', 'ticket:2', 'b')
    keepStored('session', 'ticket:3', 'c')
    expect(readStored('local', 'ticket:1')).toBe('a')
    expect(readStored('session', 'ticket:1')).toBeNull()
    expect(storedKeys('local', 'ticket:')).toEqual(['ticket:1', 'ticket:2'])
    expect(reported).toEqual(['ticket:1', 'ticket:2', 'ticket:3'])
    expect(keepStored('local', 'ticket:1', null)).toBe(true)
    forgetStored('local', 'ticket:')
    expect([readStored('local', 'ticket:1'), storedKeys('local', '')]).toEqual([null, []])
    expect(reported).toHaveLength(3)
  })
})

it('reads the newest text while an older one fills the storage', () => {
  stubStorage()
  keepStored('local', 'draft', 'old')
  const setItem = vi.spyOn(localStorage, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  expect(keepStored('local', 'draft', 'new')).toBe(false)
  expect(readStored('local', 'draft')).toBe('new')
  expect(storedKeys('local', 'd')).toEqual(['draft'])
  setItem.mockRestore()
  expect(keepStored('local', 'draft', 'newest')).toBe(true)
  expect([localStorage.getItem('draft'), readStored('local', 'draft')]).toEqual([
    'newest',
    'newest',
  ])
})

it('says that a cookie is not kept where the page may not use cookies', () => {
  const refuse = () => {
    throw new DOMException('denied', 'SecurityError')
  }
  vi.stubGlobal('document', Object.defineProperty({}, 'cookie', { get: refuse, set: refuse }))
  expect([keepCookie('mark', 60), hasCookie('mark')]).toEqual([false, false])
  vi.stubGlobal('document', undefined)
})
