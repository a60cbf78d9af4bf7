import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { guestPath } from '#server/modules/community/support/guest-ticket.ts'
import { newId } from '#server/platform/ids.ts'
import { openTestApp, type TestApp } from './app.ts'
import { aReport, aWarning } from './conduct-factories.ts'
import { aUser, type TestUser } from './factories.ts'
import { CANARY, type HostileFile, hostileFiles, hostileNames } from './hostile-images.ts'
import { ownAddress, postForm, postJson } from './http-client.ts'
import { aPhoto } from './images.ts'

// Every call that accepts a file, and every address that serves a stored file. No byte of the sent
// file may be kept: only pixels, encoded again.

let test: TestApp
let files: HostileFile[]
let team: TestUser

beforeAll(async () => {
  test = await openTestApp()
  team = await aUser(test.deps, { roles: ['support', 'verifier'] })
  files = await hostileFiles()
})

type Fields = Record<string, string>
type Answer = { document: { id: string }; photoId: string }

type Upload = {
  /** Person who sends the file, when it is not the person for whom the scene is prepared. */
  by?: () => TestUser
  /** Path and fields of the upload. */
  send: (sender: TestUser) => Promise<{ path: string; fields: Fields }>
  /** Addresses that serve the file afterwards. */
  seen: (sent: { sender: TestUser; answer: Answer; fields: Fields }) => Promise<string[]>
  as: (sender: TestUser) => TestUser
  /** Whether it accepts a PDF too. */
  pdf?: boolean
}

const uploads: Record<string, Upload> = {
  'a document': {
    send: async () => ({ path: '/documents', fields: { kind: 'identity_back' } }),
    seen: async ({ answer }) => [`/documents/${answer.document.id}/file`],
    as: (sender) => sender,
    pdf: true,
  },
  'a profile photo': {
    send: async () => ({ path: '/users/me/photo', fields: { consent: 'aceptado' } }),
    seen: async ({ sender: { userId } }) => [
      `/users/${userId}/photo`,
      `/users/${userId}/photo?size=small`,
    ],
    as: (sender) => sender,
  },
  'the photo of a report': {
    send: async (sender) => {
      const reportId = await aReport(test, await aUser(test.deps), sender)
      return { path: '/report-photos', fields: { reportId } }
    },
    seen: async ({ fields: { reportId = '' } }) => {
      const { id } = await test.deps.db
        .selectFrom('conduct_photos')
        .select('id')
        .where('case_id', '=', reportId)
        .executeTakeFirstOrThrow()
      return [`/admin/conduct/photos/${id}`]
    },
    as: () => team,
  },
  'the photo of an appeal': {
    send: async (sender) => {
      const reportId = await aReport(test, sender, await aUser(test.deps))
      const sanctionId = await aWarning(test, sender, reportId)
      const appeal = { text: 'Una foto de prueba.' }
      await postJson(test.app, `/conduct/${sanctionId}/appeal`, appeal, { token: sender.token })
      return { path: '/appeal-photos', fields: { sanctionId } }
    },
    seen: async ({ fields: { sanctionId = '' } }) => {
      const { id } = await test.deps.db
        .selectFrom('appeal_photos')
        .select('id')
        .where('sanction_id', '=', sanctionId)
        .executeTakeFirstOrThrow()
      return [`/admin/appeals/photos/${id}`]
    },
    as: () => team,
    pdf: true,
  },
  'the photo of a ticket from outside': {
    send: async ({ email }) => {
      const body = { id: newId(), name: 'Rosa', email, kind: 'other', text: 'Una foto de prueba.' }
      await postJson(test.app, '/support/requests', body)
      const token = guestToken(body.id)
      const { ticket } = (await postJson(test.app, '/support/requests/confirm', { token })).json()
      return {
        path: '/support/requests/photos',
        fields: { token, messageId: ticket.messages[0].id },
      }
    },
    seen: async ({ answer: { photoId } }) => [`/admin/ticket-photos/${photoId}`],
    as: () => team,
  },
  'the photo of an answer of the team': {
    by: () => team,
    send: async (sender) => {
      const opened = { id: newId(), kind: 'other', text: 'Una foto de prueba.' }
      await postJson(test.app, '/support/tickets', opened, { token: sender.token })
      const path = `/admin/tickets/${opened.id}/answers`
      const answered = { id: newId(), text: 'Mira la foto.' }
      await postJson(test.app, path, answered, { token: team.token })
      return { path: '/admin/ticket-photos', fields: { messageId: answered.id } }
    },
    seen: async ({ answer: { photoId } }) => [`/support/photos/${photoId}`],
    as: (sender) => sender,
  },
  'the photo of a ticket': {
    send: async (sender) => {
      const body = { id: newId(), kind: 'other', text: 'Una foto de prueba.' }
      const { token } = sender
      const { ticket } = (await postJson(test.app, '/support/tickets', body, { token })).json()
      return { path: '/support/photos', fields: { messageId: ticket.messages[0].id } }
    },
    seen: async ({ answer: { photoId } }) => [`/support/photos/${photoId}`],
    as: (sender) => sender,
  },
}

/** Secret of the link that is mailed for a visitor's ticket. */
const guestToken = (ticketId: string) => guestPath(test.deps.secrets, ticketId).split('#')[1] ?? ''

/**
 * Files for one kind of upload. All kinds send them to the same image processes, so every file is
 * sent as a document, and every seventh in the other kinds: 18, of which six are pictures.
 */
function filesFor(what: string): HostileFile[] {
  return files.filter((_, at) => what === 'a document' || at % 7 === 0)
}

let networks = 0

/** Number of parallel uploads, below the limit of the image processes. */
const AT_ONCE = 6

const REFUSALS = [
  ...['file_type_unsupported', 'file_unreadable', 'image_too_large', 'invalid_request'],
  ...['file_too_slow', 'pdf_password', 'pdf_empty', 'pdf_page_too_large'],
]

/** Sends one file and checks everything that is served of it. */
async function play(upload: Upload, file: HostileFile, name: string): Promise<string> {
  const sender = await aUser(test.deps)
  const { path: to, fields } = await upload.send(sender)
  const { token: sentBy } = upload.by?.() ?? sender
  networks += 1
  const ip = ownAddress(networks)
  const form = { token: sentBy, ip, fields, file: { bytes: file.bytes, name } }
  const answer = await postForm(test.app, to, form)
  const body = answer.json()
  if (answer.statusCode >= 400) {
    expect(REFUSALS, `${file.name}: ${answer.body}`).toContain(body.code)
    return 'refused'
  }
  const isPdf = upload.pdf && file.bytes.subarray(0, 5).toString('latin1') === '%PDF-'
  expect(file.mayPass || isPdf, `${file.name} was taken`).toBe(true)
  expect(answer.body).not.toContain(CANARY)
  for (const address of await upload.seen({ sender, answer: body, fields })) {
    const { token } = upload.as(sender)
    const served = await test.app.inject({
      url: `/api${address}`,
      headers: { authorization: `Bearer ${token}` },
    })
    await expectRedrawn(served, file.name)
  }
  return 'redrawn'
}

type Served = Awaited<ReturnType<TestApp['app']['inject']>>

async function expectRedrawn(served: Served, name: string): Promise<void> {
  expect(served.statusCode, name).toBe(200)
  expect(served.headers['content-type'], name).toBe('image/webp')
  expect(served.headers['x-content-type-options'], name).toBe('nosniff')
  const raw = served.rawPayload.toString('latin1')
  expect(raw, name).not.toMatch(/CANARIO|<script|%PDF|<\?php|<svg/i)
  const { format, pages, exif, xmp, iptc } = await sharp(served.rawPayload).metadata()
  expect({ format, pages, exif, xmp, iptc }, name).toEqual({ format: 'webp' })
  // The file has exactly the length that its format declares: nothing is appended.
  expect(served.rawPayload.readUInt32LE(4) + 8, name).toBe(served.rawPayload.length)
}

/**
 * Peak memory in bytes of the processes that decode images, as Linux counts it; on other systems
 * the memory of this process.
 */
function peakMemory(): number {
  if (!existsSync('/proc/self/status')) return process.memoryUsage.rss()
  const peaks = readdirSync('/proc').flatMap((pid) => {
    try {
      const status = readFileSync(`/proc/${pid}/status`, 'utf8')
      const isOurs = Number(/^PPid:\s+(\d+)/m.exec(status)?.[1]) === process.pid
      return isOurs ? Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1] ?? 0) * 1024 : []
    } catch {
      return [] // The process has ended meanwhile.
    }
  })
  return Math.max(...peaks)
}

describe('hostile files as uploads', () => {
  it('uses more than a hundred hostile files', () => {
    expect(files.length).toBeGreaterThanOrEqual(100)
    expect(new Set(files.map(({ name }) => name)).size).toBe(files.length)
  })

  it.each(Object.keys(uploads))(
    'refuses or re-encodes hostile files sent as %s, and accepts a photo after them',
    async (what) => {
      const upload = uploads[what] as Upload
      const photo = { name: 'an honest photo', bytes: await aPhoto(), mayPass: true }
      await play(upload, photo, 'foto.jpg')
      const outcomes: Record<string, number> = {}
      const sent = filesFor(what)
      for (let start = 0; start < sent.length; start += AT_ONCE) {
        const some = sent.slice(start, start + AT_ONCE).map((file, i) => {
          return play(upload, file, hostileNames[(start + i) % hostileNames.length] ?? '')
        })
        for (const outcome of await Promise.all(some)) {
          outcomes[outcome] = (outcomes[outcome] ?? 0) + 1
        }
      }
      expect(outcomes.redrawn).toBeGreaterThan(sent.length / 10)
      expect(outcomes.refused).toBeGreaterThan(sent.length / 2)
      expect(await play(upload, photo, 'foto.jpg')).toBe('redrawn')
      // Decoded, the pictures that are refused by their header need more than a gigabyte each.
      expect(peakMemory()).toBeLessThan(600_000_000)
    },
    120_000,
  )

  it('stores hostile files only encrypted, and never under their own names', () => {
    const folder = path.join(test.deps.config.dataDir, 'documents')
    const names = readdirSync(folder)
    for (const name of names) {
      expect(name).toMatch(/^[\w-]{20,}$/)
      expect(readFileSync(path.join(folder, name)).toString('latin1')).not.toMatch(/CANARIO|WEBP/)
    }
    const others = readdirSync(test.deps.config.dataDir).filter((name) => name !== 'documents')
    expect(others).toEqual(['secrets.json'])
  })

  it('refuses uploads without content or without a file', async () => {
    const { token } = await aUser(test.deps)
    const empty = { token, fields: { consent: 'aceptado' }, file: { bytes: Buffer.alloc(0) } }
    const answer = await postForm(test.app, '/users/me/photo', empty)
    expect(answer.json().code).toBe('invalid_request')
  })
})
