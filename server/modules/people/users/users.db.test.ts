import sharp from 'sharp'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { DOCUMENT_TYPES } from '#contract/document-number.ts'
import { openTestApp, type TestApp } from '#test/app.ts'
import { asOwner } from '#test/db.ts'
import { aUser, aVerifiedDriver, type TestUser } from '#test/factories.ts'
import { postForm } from '#test/http-client.ts'

let test: TestApp
let user: TestUser

beforeAll(async () => {
  test = await openTestApp()
})

beforeEach(async () => {
  user = await aUser(test.deps, { phone: null })
})

async function patch(body: object, by: TestUser = user) {
  const answer = await test.app.inject({
    method: 'PATCH',
    url: '/api/users/me',
    headers: { authorization: `Bearer ${by.token}` },
    payload: body,
  })
  return { status: answer.statusCode, body: answer.json() }
}

describe('change of own data', () => {
  it('changes only the profile fields that the request contains', async () => {
    const first = await patch({ username: 'Laura.G', phone_number: '300 123 4567' })
    expect(first.body.user).toMatchObject({
      username: 'Laura.G',
      profile: { first_name: 'Laura', last_name: 'Gómez', phone_number: '+573001234567' },
    })
    const second = await patch({ first_name: 'Laura Sofía', phone_number: null })
    expect(second.body.user).toMatchObject({
      username: 'Laura.G',
      profile: { full_name: 'Laura Sofía Gómez', phone_number: null },
    })
    expect((await patch({ username: null })).body.user.username).toBeNull()
  })

  it.each([
    ['CC', '1.234.567.890', '1234567890'],
    ['CC', ' 12 345 678 ', '12345678'],
    ['CC', 'C.C. 52.123.456 de Cali', '52123456'],
    ['CE', 'CE 354.789', '354789'],
    ['PAS', 'AB-123.456', 'AB123456'],
    ['PPT', 'PPT 5.123.456', '5123456'],
  ])('keeps the number alone of the %s %j', async (identification_type, typed, number) => {
    const { status, body } = await patch({ identification_type, identification_number: typed })
    expect([status, body.user?.profile.identification_number]).toEqual([200, number])
  })

  it.each(DOCUMENT_TYPES)('stores the type %s', async (identification_type) => {
    const given = await patch({ identification_type, identification_number: '41234567' })
    expect([given.status, given.body.user?.profile.identification_type]).toEqual([
      200,
      identification_type,
    ])
  })

  it('encrypts the national id, and does not reveal that another account has it', async () => {
    const number = `10${Math.floor(Math.random() * 1e8)}`
    const given = await patch({ identification_type: 'CE', identification_number: number })
    expect(given.body.user.profile).toMatchObject({
      identification_type: 'CE',
      identification_number: number,
    })
    const same = {
      identification_type: 'CE',
      identification_number: `${number.slice(0, 2)}-${number.slice(2)}`,
    }
    const other = await patch(same, await aUser(test.deps))
    expect(other.status).toBe(200)
    const row = await asOwner(test.deps.databaseUrl, 'select * from users where id = $1', [
      user.userId,
    ])
    expect(JSON.stringify(row.rows)).not.toContain(number)
  })

  it('refuses to change the name once the documents were approved', async () => {
    const driver = await aVerifiedDriver(test.deps)
    expect((await patch({ first_name: 'Otro' }, driver)).body.code).toBe('profile_locked')
    expect((await patch({ first_name: 'Carlos' }, driver)).status).toBe(200)
    expect((await patch({ phone_number: '3001234567' }, driver)).status).toBe(200)
  })

  it('refuses a taken username and an invalid phone number', async () => {
    await patch({ username: 'unica' }, await aUser(test.deps))
    const taken = await patch({ username: 'ÚNICA'.normalize('NFD').replace(/\p{M}/gu, '') })
    expect(taken.body.code).toBe('username_taken')
    const phone = await patch({ phone_number: '12345' })
    expect(phone.body.fields.phone_number).toContain('10 dígitos')
  })

  it.each([{ email: 'x@y.co' }, { roles: ['admin'] }, { balance: 1 }, { first_name: '' }])(
    'refuses the profile change %j',
    async (body) => {
      expect((await patch(body)).status).toBe(400)
    },
  )
})

const upload = (bytes: Buffer) =>
  postForm(test.app, '/users/me/photo', {
    token: user.token,
    fields: { consent: 'aceptado' },
    file: { bytes },
  })

const picture = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#0b5d48' } })

describe('profile photo', () => {
  it('answers 304 to a browser that has the photo, and 200 after a change', async () => {
    const { user: shown } = (await upload(await picture(30, 30).png().toBuffer())).json()
    const [url = ''] = shown.profile.photo_url.split('?')
    const first = await test.app.inject(url)
    const headers = { 'if-none-match': String(first.headers.etag) }
    const again = await test.app.inject({ url, headers })
    expect([again.statusCode, again.rawPayload.length]).toEqual([304, 0])
    const { 'cache-control': rule } = (await test.app.inject(shown.profile.photo_url)).headers
    expect(rule).toBe('private, max-age=86400')
    await upload(await picture(30, 60).negate().png().toBuffer())
    expect((await test.app.inject({ url, headers })).statusCode).toBe(200)
  })

  it('redraws a profile photo as a square of 512 px without camera metadata', async () => {
    const withPosition = await picture(1600, 900)
      .withExif({ IFD0: { Artist: 'Laura' }, IFD3: { GPSLatitude: '4/1 35/1 0/1' } })
      .jpeg()
      .toBuffer()
    const { user: shown } = (await upload(withPosition)).json()
    const url = shown.profile.photo_url
    expect(url).toMatch(/^\/api\/users\/[0-9a-f-]{36}\/photo\?v=[0-9a-f]{12}$/)
    const answer = await test.app.inject(url)
    expect(answer.headers['content-type']).toBe('image/webp')
    expect(answer.headers['content-security-policy']).toContain("default-src 'none'")
    const { width, height, exif } = await sharp(answer.rawPayload).metadata()
    expect({ width, height, exif }).toEqual({ width: 512, height: 512, exif: undefined })
  })

  it('gives a profile photo a new URL when the picture changes, and deletes it', async () => {
    const bytes = await picture(80, 50).png().toBuffer()
    const first = (await upload(bytes)).json()
    const second = (await upload(bytes)).json()
    expect(second.user.profile.photo_url).toBe(first.user.profile.photo_url)
    const red = sharp({ create: { width: 9, height: 9, channels: 3, background: 'red' } })
    const third = (await upload(await red.png().toBuffer())).json()
    expect(third.user.profile.photo_url).not.toBe(first.user.profile.photo_url)
    const gone = await test.app.inject({
      method: 'DELETE',
      url: '/api/users/me/photo',
      headers: { authorization: `Bearer ${user.token}` },
    })
    expect(gone.json().user.profile.photo_url).toBeNull()
    expect((await test.app.inject(third.user.profile.photo_url)).statusCode).toBe(404)
  })

  it.each([
    ['an HTML page', Buffer.from('<html><script>alert(1)</script></html>'), 415],
    ['an SVG drawing', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'), 415],
    ['a truncated picture', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16, 74, 70, 73, 70]), 422],
  ])('refuses %s as profile photo', async (_what, bytes, status) => {
    expect((await upload(bytes)).statusCode).toBe(status)
  })
})
