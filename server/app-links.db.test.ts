import { beforeAll, describe, expect, it } from 'vitest'
import { buildApp } from '#server/app.ts'
import { type TestDeps, testDeps } from '#test/deps.ts'

const ANDROID = '/.well-known/assetlinks.json'
const APPLE = '/.well-known/apple-app-site-association'
const CERTIFICATE = Array.from({ length: 32 }, () => 'AB').join(':')

let deps: TestDeps

beforeAll(async () => {
  deps = await testDeps({})
})

async function read(config: { androidCertificates: string[]; iosTeamId?: string }) {
  const app = await buildApp({ ...deps, config: { ...deps.config, ...config } })
  const [android, apple] = await Promise.all([app.inject(ANDROID), app.inject(APPLE)])
  await app.close()
  return { android, apple }
}

describe('app link files', () => {
  it('tells Android and iOS which app opens our links', async () => {
    const { android, apple } = await read({
      androidCertificates: [CERTIFICATE],
      iosTeamId: 'ABCDE12345',
    })
    expect(android.headers['content-type']).toMatch(/^application\/json/)
    expect(android.json()[0].target).toEqual({
      namespace: 'android_app',
      package_name: 'co.cupo.app',
      sha256_cert_fingerprints: [CERTIFICATE],
    })
    expect(apple.headers['content-type']).toMatch(/^application\/json/)
    const [{ appIDs, components }] = apple.json().applinks.details
    expect(appIDs).toEqual(['ABCDE12345.co.cupo.app'])
    const paths = components.map((each: { '/': string }) => each['/'])
    expect(paths).toContain('/bookings/*')
    expect(paths).toContain('/recuperar')
    expect(paths.filter((path: string) => /^\/(admin|api)/.test(path))).toEqual([])
  })

  it('answers 404 for the app link files when no app keys are configured', async () => {
    const { android, apple } = await read({ androidCertificates: [] })
    expect([android.statusCode, apple.statusCode]).toEqual([404, 404])
  })
})
