import { readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import type { FastifyInstance } from 'fastify'
import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { DAY_MS } from '#server/platform/clock.ts'
import { openTestApp, type TestApp } from '#test/app.ts'
import { asOwner } from '#test/db.ts'
import { aUser, type TestUser } from '#test/factories.ts'
import { heicPhoto } from '#test/heic.ts'
import { postForm, postJson } from '#test/http-client.ts'
import { aPdf, emptyPdf, lockedPdf } from '#test/pdfs.ts'

let test: TestApp
let app: FastifyInstance
let photo: Buffer

beforeAll(async () => {
  test = await openTestApp()
  app = test.app
  photo = await sharp({ create: { width: 600, height: 400, channels: 3, background: '#d90' } })
    .jpeg()
    .withExif({
      IFD0: { Make: 'CanarioCamera', Copyright: 'Canario1032987654' },
      IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '4/1 35/1 53/1' },
    })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">Canario</x:xmpmeta>')
    .toBuffer()
})

const NEXT_YEAR = '2027-11-20'
const bearer = (user: TestUser) => ({ authorization: `Bearer ${user.token}` })

const upload = (
  user: TestUser,
  fields: Record<string, string>,
  file: { bytes?: Buffer; name?: string } = {},
) => postForm(app, '/documents', { token: user.token, fields, file: { bytes: photo, ...file } })

const get = (user: TestUser, url: string) =>
  app.inject({ url: `/api${url}`, headers: bearer(user) })

const post = (user: TestUser, url: string, payload: object, headers = {}) =>
  postJson(app, url, payload, { token: user.token, headers })

const car = { plate: 'KLM482', brand: 'Mazda', model: '3', color: 'Rojo', year: 2019, seats: 5 }

async function aVehicle(user: TestUser, over: object = {}): Promise<string> {
  return (await post(user, '/vehicles', { ...car, ...over })).json().vehicle.id
}

async function uploaded(user: TestUser, fields: Record<string, string>): Promise<string> {
  const answer = await upload(user, fields)
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json().document.id
}

const sql = async (statement: string, ...values: unknown[]) =>
  (await asOwner(test.deps.databaseUrl, statement, values)).rows

const storedFiles = () => {
  const folder = path.join(test.deps.config.dataDir, 'documents')
  return readdirSync(folder).map((name) => path.join(folder, name))
}

describe('cars of a person', () => {
  it('normalises the plate of a car, and refuses it a second time for one person', async () => {
    const user = await aUser(test.deps)
    const answer = await post(user, '/vehicles', { ...car, plate: ' klm-482' })
    expect(answer.statusCode).toBe(201)
    expect(answer.json().vehicle).toEqual({ ...car, id: expect.any(String), verified: false })
    expect((await post(user, '/vehicles', car)).json().code).toBe('plate_taken')
    expect((await post(await aUser(test.deps), '/vehicles', car)).statusCode).toBe(201)
    expect((await get(user, '/vehicles')).json().vehicles).toHaveLength(1)
  })

  it.each([
    [{ plate: 'AB1234' }, 'plate_invalid'],
    [{ plate: 'KLM48Z' }, 'plate_invalid'],
    [{ year: 2028 }, 'invalid_request'],
    [{ seats: '5' }, 'invalid_request'],
    [{ ownerId: '00000000-0000-7000-8000-000000000001' }, 'invalid_request'],
  ])('refuses a car with %j', async (over, code) => {
    const answer = await post(await aUser(test.deps), '/vehicles', { ...car, ...over })
    expect(answer.statusCode).toBe(400)
    expect(answer.json().code).toBe(code)
  })

  it('registers one car for 10 parallel calls with one idempotency key', async () => {
    const user = await aUser(test.deps)
    const key = { 'idempotency-key': 'registro-de-carro-1' }
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => post(user, '/vehicles', car, key)),
    )
    expect(new Set(answers.map((each) => each.json().vehicle.id)).size).toBe(1)
    expect((await post(user, '/vehicles', { ...car, seats: 4 }, key)).statusCode).toBe(422)
  })
})

describe('upload of documents', () => {
  it('stores the pixels of a photo without position, camera data and comments', async () => {
    expect(photo.toString('latin1')).toContain('CanarioCamera')
    const user = await aUser(test.deps)
    const id = await uploaded(user, { kind: 'licence', expiresOn: NEXT_YEAR })
    const answer = await get(user, `/documents/${id}/file`)
    expect(answer.headers).toMatchObject({
      'content-type': 'image/webp',
      'content-disposition': 'inline; filename="documento.webp"',
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
      'content-security-policy': expect.stringContaining('sandbox'),
    })
    expect(answer.rawPayload.toString('latin1')).not.toContain('Canario')
    const meta = await sharp(answer.rawPayload).metadata()
    expect(meta).toMatchObject({ format: 'webp', width: 600, height: 400 })
    expect([meta.exif, meta.xmp]).toEqual([undefined, undefined])
  })

  it('encrypts each document file so that it opens only for its own document', async () => {
    const user = await aUser(test.deps)
    const one = await uploaded(user, { kind: 'licence', expiresOn: NEXT_YEAR })
    const two = await uploaded(user, { kind: 'identity_back' })
    for (const file of storedFiles()) {
      const text = readFileSync(file).toString('latin1')
      expect(text).not.toMatch(/JFIF|WEBP|Exif|Canario/)
      expect(path.basename(file)).not.toContain(user.userId)
      expect(statSync(file).mode & 0o777).toBe(0o600)
      expect(statSync(path.dirname(file)).mode & 0o777).toBe(0o700)
    }
    await sql(
      `update documents d set storage_key = o.storage_key from documents o
       where d.id = $1 and o.id = $2`,
      one,
      two,
    )
    expect((await get(user, `/documents/${one}/file`)).statusCode).toBe(500)
    expect((await get(user, `/documents/${two}/file`)).statusCode).toBe(200)
  })

  it('redraws a photo: removes appended code, rotates it upright and shrinks it', async () => {
    const large = await sharp({
      create: { width: 3000, height: 1500, channels: 3, background: '#055' },
    })
      .jpeg()
      .withMetadata({ orientation: 6 })
      .toBuffer()
    const bytes = Buffer.concat([large, Buffer.from('<script>alert(1)</script>%PDF-1.7 PK\u0003')])
    const user = await aUser(test.deps)
    const answer = await upload(
      user,
      { kind: 'identity_back' },
      { bytes, name: '../../x.php\u202egpj.jpg' },
    )
    const file = await get(user, `/documents/${answer.json().document.id}/file`)
    expect(file.rawPayload.toString('latin1')).not.toMatch(/script|PDF/)
    expect(await sharp(file.rawPayload).metadata()).toMatchObject({ width: 1000, height: 2000 })
  })

  it.each([
    ['HTML', Buffer.from('<!doctype html><script>alert(1)</script>'), 'file_type_unsupported'],
    ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 'file_type_unsupported'],
    ['a PDF without pages', emptyPdf(), 'pdf_empty'],
    ['a PDF with a password', lockedPdf(), 'pdf_password'],
    ['a GIF', Buffer.from('GIF89a\u0001\u0000\u0001\u0000'), 'file_type_unsupported'],
    [
      'a torn JPEG',
      Buffer.from('ffd8ffe000104a46494600010100000100010000', 'hex'),
      'file_unreadable',
    ],
  ])('refuses %s named .jpg and stores no file', async (_what, bytes, code) => {
    const before = storedFiles().length
    const answer = await upload(await aUser(test.deps), { kind: 'identity_back' }, { bytes })
    expect(answer.json().code).toBe(code)
    expect(storedFiles()).toHaveLength(before)
  })

  it('refuses an image of more than 60 million pixels or of more than 20 MB', async () => {
    const user = await aUser(test.deps)
    const bomb = await sharp({
      create: { width: 9000, height: 9000, channels: 3, background: '#000' },
    })
      .png()
      .toBuffer()
    expect(bomb.length).toBeLessThan(1_000_000)
    expect((await upload(user, { kind: 'identity_back' }, { bytes: bomb })).json().code).toBe(
      'image_too_large',
    )
    const big = await upload(
      user,
      { kind: 'identity_back' },
      { bytes: Buffer.alloc(21_000_000, photo) },
    )
    expect(big.statusCode).toBe(413)
    expect(big.json().error).toBe('El archivo pesa más de 20 MB. Sube uno más liviano.')
  })

  it.each([
    ['a PDF', aPdf({ lines: ['Cédula de ciudadanía'] })],
    ['a HEIC photo', heicPhoto],
  ])('stores a picture of %s and discards the file', async (_what, bytes) => {
    const user = await aUser(test.deps)
    const answer = await upload(user, { kind: 'identity_back' }, { bytes })
    expect(answer.statusCode).toBe(201)
    const file = await get(user, `/documents/${answer.json().document.id}/file`)
    expect((await sharp(file.rawPayload).metadata()).format).toBe('webp')
    expect(file.rawPayload.toString('latin1')).not.toMatch(/PDF|ftyp|ciudadan/)
  })

  it('accepts a PDF that says another last day, and tells its owner and the desk', async () => {
    const user = await aUser(test.deps)
    const verifier = await aUser(test.deps, { roles: ['passenger', 'verifier'] })
    const vehicleId = await aVehicle(user, { plate: 'QWE731' })
    const lines = ['SOAT', 'Placa QWE731', 'Vigente hasta 30/10/2026']
    const fields = { kind: 'soat', vehicleId, expiresOn: '2027-10-30' }
    const sent = (await upload(user, fields, { bytes: aPdf({ lines }) })).json().document
    const said = { hints: ['date_absent'], paperEndsOn: '2026-10-30', expiresOn: '2027-10-30' }
    expect(sent).toMatchObject(said)
    expect((await get(user, '/documents')).json().documents[0]).toMatchObject(said)
    const review = await get(verifier, `/admin/verifications/people/${user.userId}`)
    expect(review.json().items[0].document).toMatchObject(said)
  })

  it('checks plate and name in a PDF, and nothing in a photo or scanned page', async () => {
    const user = await aUser(test.deps)
    const vehicleId = await aVehicle(user)
    const hintsOf = async (fields: Record<string, string>, bytes: Buffer) =>
      (await upload(user, fields, { bytes })).json().document.hints
    const licence = { kind: 'licence', expiresOn: NEXT_YEAR }
    const other = aPdf({ lines: ['Licencia de conducción', 'Otra Persona', '20/11/2027'] })
    expect(await hintsOf(licence, other)).toContain('name_absent')
    const card = aPdf({ lines: ['Licencia de tránsito', 'Placa XYZ987'] })
    const ofCar = { kind: 'property_card', vehicleId }
    expect(await hintsOf(ofCar, card)).toContain('plate_absent')
    for (const unread of [aPdf(), photo]) {
      const absent = (await hintsOf(licence, unread)).filter((hint: string) =>
        hint.endsWith('_absent'),
      )
      expect(absent).toEqual([])
    }
  })

  it('refuses a PDF as a selfie, of which only a photo is accepted', async () => {
    const user = await aUser(test.deps)
    await app.inject({
      method: 'PUT',
      url: '/api/documents/selfie-consent',
      headers: bearer(user),
      payload: { given: true },
    })
    const answer = await upload(user, { kind: 'selfie' }, { bytes: aPdf() })
    expect(answer.json().code).toBe('file_type_unsupported')
  })

  it('reads from a PDF which document it is and its last day, and stores nothing', async () => {
    const user = await aUser(test.deps)
    const before = storedFiles().length
    const lines = ['Seguro obligatorio SOAT', `Vigente hasta ${NEXT_YEAR}`]
    const read = async (bytes: Buffer) => {
      const form = { token: user.token, fields: {}, file: { bytes } }
      return (await postForm(app, '/documents/reading', form)).json()
    }
    expect(await read(aPdf({ lines }))).toEqual({
      kind: 'soat',
      ...{ expiresOn: NEXT_YEAR, expiredOn: null, birthDate: null, dates: [NEXT_YEAR] },
    })
    expect(await read(photo)).toEqual({
      ...{ kind: null, expiresOn: null, expiredOn: null, birthDate: null, dates: [] },
    })
    expect((await read(lockedPdf())).error).toBe(
      'Quita la clave del PDF y súbelo de nuevo, o toma una foto.',
    )
    expect(storedFiles()).toHaveLength(before)
  })

  it.each([
    [{ kind: 'licence' }, 'invalid_request', 'expiresOn'],
    [{ kind: 'soat', expiresOn: NEXT_YEAR }, 'invalid_request', 'vehicleId'],
    [{ kind: 'identity_front' }, 'invalid_request', 'birthDate'],
    [{ kind: 'identity_front', birthDate: '2027-01-01' }, 'invalid_request', 'birthDate'],
    [{ kind: 'identity_front', birthDate: '2008-11-21' }, 'driver_underage', null],
    [{ kind: 'licence', expiresOn: '2026-11-19' }, 'document_expired', 'expiresOn'],
    [{ kind: 'passport' }, 'invalid_request', 'kind'],
    [{ kind: 'selfie', status: 'approved' }, 'invalid_request', 'body'],
    [
      { kind: 'rtm', expiresOn: NEXT_YEAR, vehicleId: '00000000-0000-7000-8000-000000000001' },
      'vehicle_not_found',
      null,
    ],
  ])('refuses a document upload with %j', async (fields, code, field) => {
    const answer = await upload(await aUser(test.deps), fields as Record<string, string>)
    expect(answer.json().code).toBe(code)
    expect(Object.keys(answer.json().fields ?? {})).toEqual(field ? [field] : [])
  })

  it('refuses a document for the car of another person, or without a session', async () => {
    const vehicleId = await aVehicle(await aUser(test.deps))
    const stranger = await aUser(test.deps)
    const answer = await upload(stranger, { kind: 'property_card', vehicleId })
    expect(answer.json().code).toBe('vehicle_not_found')
    expect((await upload({ ...stranger, token: 'x' }, { kind: 'identity_back' })).statusCode).toBe(
      401,
    )
  })

  it('replaces a pending document of the same kind, also with 4 parallel uploads', async () => {
    const user = await aUser(test.deps)
    const fields = { kind: 'licence', expiresOn: NEXT_YEAR }
    await uploaded(user, fields)
    await Promise.all(Array.from({ length: 4 }, () => uploaded(user, fields)))
    const { documents } = (await get(user, '/documents')).json()
    expect(documents).toHaveLength(1)
    const rows = await sql(
      `select status, count(*)::int as n from documents where owner_id = $1 group by 1 order by 1`,
      user.userId,
    )
    expect(rows).toEqual([
      { status: 'pending', n: 1 },
      { status: 'superseded', n: 4 },
    ])
  })

  it('removes only files without a row, after a week', async () => {
    const user = await aUser(test.deps)
    const id = await uploaded(user, { kind: 'identity_back' })
    const [known = ''] = storedFiles()
    const orphan = path.join(path.dirname(known), 'huerfano')
    const fresh = path.join(path.dirname(known), 'reciente')
    for (const file of [orphan, fresh]) writeFileSync(file, 'x')
    const long = new Date(test.clock.now().getTime() - 8 * DAY_MS)
    for (const file of storedFiles()) if (file !== fresh) utimesSync(file, long, long)
    utimesSync(fresh, test.clock.now(), test.clock.now())
    await test.runRecurring('remove-orphan-files')
    expect(storedFiles()).not.toContain(orphan)
    expect(storedFiles()).toContain(fresh)
    expect((await get(user, `/documents/${id}/file`)).statusCode).toBe(200)
  })
})
