import sharp from 'sharp'
import { beforeAll, describe, expect, it } from 'vitest'
import { openTestApp, type TestApp } from '#test/app.ts'
import { asOwner } from '#test/db.ts'
import { aUser, aVerifiedDriver } from '#test/factories.ts'
import { postForm } from '#test/http-client.ts'
import { aPhoto } from '#test/images.ts'

let test: TestApp

beforeAll(async () => {
  test = await openTestApp()
})

async function profileOf(userId: string) {
  const answer = await test.app.inject(`/api/users/${userId}`)
  return { status: answer.statusCode, body: answer.json(), text: answer.body }
}

describe('the public profile of a person', () => {
  it('shows name, checked badges and car to a visitor, and nothing private', async () => {
    const name = { firstName: 'Carlos', lastName: 'Rojas' }
    const driver = await aVerifiedDriver(test.deps, { ...name, photo: false })
    const { status, body, text } = await profileOf(driver.userId)
    expect(status).toBe(200)
    expect(body.profile).toEqual({
      id: driver.userId,
      name: 'Carlos R.',
      photoUrl: null,
      badges: ['identity', 'licence', 'vehicle', 'phone'],
      memberSince: test.deps.clock.now().toISOString(),
      isDriver: true,
      level: 'new',
      tripsCompleted: 0,
      tripsTravelled: 0,
      rating: { average: null, count: 0, stars: [0, 0, 0, 0, 0] },
      requests: null,
      agreements: null,
      vehicles: [{ brand: 'Renault', model: 'Logan', color: 'Gris', year: 2019 }],
    })
    expect(text).not.toContain('Rojas')
    expect(text).not.toContain(driver.email)
  })

  it('shows a badge only while the documents behind it are valid', async () => {
    const driver = await aVerifiedDriver(test.deps)
    const expire = `update documents set expires_on = '2026-11-19'
      where owner_id = $1 and kind = $2`
    await asOwner(test.deps.databaseUrl, expire, [driver.userId, 'soat'])
    const { profile } = (await profileOf(driver.userId)).body
    expect(profile).toMatchObject({ badges: ['identity', 'licence', 'phone'], vehicles: [] })
    await asOwner(test.deps.databaseUrl, expire, [driver.userId, 'licence'])
    expect((await profileOf(driver.userId)).body.profile.badges).toEqual(['identity', 'phone'])
  })

  it('serves the profile photo also in a small size for cards', async () => {
    const driver = await aVerifiedDriver(test.deps)
    const file = { bytes: await aPhoto() }
    await postForm(test.app, '/users/me/photo', {
      token: driver.token,
      fields: { consent: 'aceptado' },
      file,
    })
    const { photoUrl } = (await profileOf(driver.userId)).body.profile
    const answer = await test.app.inject(`${photoUrl}&size=small`)
    const { width, height } = await sharp(answer.rawPayload).metadata()
    expect([answer.headers['content-type'], width, height]).toEqual(['image/webp', 128, 128])
  })

  it('answers person_not_found for people who never travelled and for unknown ids', async () => {
    const passenger = await aUser(test.deps)
    for (const id of [passenger.userId, '01890000-0000-7000-8000-00000000dead']) {
      const { status, body } = await profileOf(id)
      expect([status, body.code]).toEqual([404, 'person_not_found'])
    }
  })
})
