// Checks the files of the native app without its SDKs: links, permissions, icons, texts of the
// stores.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { APP_LINK_PATHS } from '#contract/native-app.ts'
import { drawIcons, pictures } from '../native/scripts/draw-icons.ts'
import { STORE_DEVICES, STORE_SCREENS } from '../native/scripts/store-pictures.ts'
import texts from '../native/store/es-co.json' with { type: 'json' }

const read = (file: string) => readFileSync(join(import.meta.dirname, '../native', file), 'utf8')
const manifest = read('android/app/src/main/AndroidManifest.xml')
const plist = read('ios/App/App/Info.plist')

/** Returns the tags of an XML text that are not closed, or closed in the wrong order. */
function unclosed(xml: string): string[] {
  const open: string[] = []
  const tags = xml.replace(/<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<!DOCTYPE[^>]*>/g, '')
  for (const [, end, name = '', single] of tags.matchAll(/<(\/?)([\w:.-]+)[^>]*?(\/?)>/g)) {
    if (end && open.pop() !== name) return [`</${name}>`]
    if (!end && !single) open.push(name)
  }
  return open
}

describe('the Android project of the app', () => {
  it('opens in the Android app the same links as in the web app', () => {
    const paths = [...manifest.matchAll(/android:path="\/([^"]+)"/g)].map(([, path]) => path)
    const below = [...manifest.matchAll(/android:pathPrefix="\/([^"]+)\/"/g)].map(([, p]) => p)
    expect(paths).toEqual([...APP_LINK_PATHS])
    expect(below).toEqual([...APP_LINK_PATHS])
  })

  it('requests only the Android permissions that it uses, and no backup of its data', () => {
    const asked = [
      ...manifest.matchAll(/uses-permission android:name="android\.permission\.(\w+)"/g),
    ]
    expect(asked.map(([, name]) => name)).toEqual([
      'INTERNET',
      'ACCESS_NETWORK_STATE',
      'CAMERA',
      'POST_NOTIFICATIONS',
      'ACCESS_COARSE_LOCATION',
      'ACCESS_FINE_LOCATION',
    ])
    expect(manifest).toContain('android:allowBackup="false"')
    expect(manifest).toContain('android:usesCleartextTraffic="false"')
  })
})

it('has the same version in all native files, in the form that the server reads', () => {
  const { version } = JSON.parse(read('package.json')) as { version: string }
  expect(version).toMatch(/^\d{1,4}\.\d{1,4}\.\d{1,4}$/)
  expect(read('android/app/build.gradle')).toContain(`versionName "${version}"`)
  const project = read('ios/App/App.xcodeproj/project.pbxproj')
  expect(project.match(/MARKETING_VERSION = [^;]+/g)).toEqual(
    Array.from({ length: 2 }, () => `MARKETING_VERSION = ${version}`),
  )
})

it('lists every native plugin in the Android and the iOS project', () => {
  const { dependencies } = JSON.parse(read('package.json')) as { dependencies: object }
  const platforms = ['@capacitor/core', '@capacitor/android', '@capacitor/ios']
  const plugins = Object.keys(dependencies).filter((name) => !platforms.includes(name))
  const gradle = read('android/capacitor.settings.gradle')
  const swift = read('ios/App/CapApp-SPM/Package.swift')
  for (const name of plugins) {
    expect(gradle).toContain(`node_modules/${name}/android`)
    expect(swift).toContain(`node_modules/${name}"`)
  }
})

describe('the iOS project of the app', () => {
  it('explains in Spanish why the iOS app needs the camera, the photos and the position', () => {
    const reasons = /<key>(NS\w+UsageDescription)<\/key>\s*<string>([^<]+)<\/string>/g
    const told = Object.fromEntries(
      [...plist.matchAll(reasons)].map(([, key, text]) => [key, text]),
    )
    expect(Object.keys(told).sort()).toEqual([
      'NSCameraUsageDescription',
      'NSLocationWhenInUseUsageDescription',
      'NSPhotoLibraryUsageDescription',
    ])
    for (const text of Object.values(told)) expect(text).toMatch(/^Para .{20,}\.$/)
  })

  it('associates the iOS app with the host that is given to the build', () => {
    expect(read('ios/App/App/App.entitlements')).toContain('applinks:$(APP_HOST)')
    const project = read('ios/App/App.xcodeproj/project.pbxproj')
    expect(project.match(/CODE_SIGN_ENTITLEMENTS = App\/App.entitlements;/g)).toHaveLength(2)
    expect(project.match(/APP_HOST = "";/g)).toHaveLength(2)
  })

  it('does not build without a host, on either system', () => {
    const project = read('ios/App/App.xcodeproj/project.pbxproj')
    const phase = /(\w{24}) \/\* Host of the site \*\/ = \{[\s\S]+?shellScript = (".+");/.exec(
      project,
    )
    const phases = /buildPhases = \(\s+(\w{24})/.exec(project)
    expect(phase?.[1]).toBe(phases?.[1])
    const script = String(JSON.parse(phase?.[2] ?? '""'))
    const build = (env: object) => spawnSync('sh', ['-c', script], { env: { ...env } }).status
    expect([build({}), build({ APP_HOST: 'cupo.example' })]).toEqual([1, 0])
    const gradle = read('android/app/build.gradle')
    expect(gradle).toMatch(/findProperty\("cupo\.host"\)\nif \(!host\) throw new GradleException/)
    expect(gradle + project).not.toContain('cupo.example')
  })

  it('tells Apple of the same data as the page for the stores, and of no tracking', () => {
    const manifest = read('ios/App/App/PrivacyInfo.xcprivacy')
    const collected = /<string>NSPrivacyCollectedDataType(?!Purpose)(\w+)<\/string>/.source
    const isLinked = /\s*<key>\w+Linked<\/key>\s*<(\w+)\/>/.source
    const types = [...manifest.matchAll(new RegExp(collected + isLinked, 'g'))].map(
      ([, type, linked]) => `${type} ${linked}`,
    )
    const rows = read('store/privacy.md')
      .split('\n')
      .filter((line) => /^\| [^d]/.test(line))
    const told = rows.flatMap((row) => {
      const [, , , linked = '', , , apple = ''] = row.split('|').map((cell) => cell.trim())
      return apple.split(', ').map((type) => `${type} ${linked.startsWith('yes')}`)
    })
    expect(rows.length).toBeGreaterThan(5)
    expect(types.sort()).toEqual([...new Set(told)].sort())
    expect(manifest).toMatch(/<key>NSPrivacyTracking<\/key>\s*<false\/>/)
    const project = read('ios/App/App.xcodeproj/project.pbxproj')
    expect(project).toMatch(
      /Resources \*\/ = \{\s+isa = PBXResources[\s\S]+?PrivacyInfo\.xcprivacy in Res/,
    )
  })
})

it.each([
  ['AndroidManifest.xml', manifest],
  ['Info.plist', plist],
  ['App.entitlements', read('ios/App/App/App.entitlements')],
  ['PrivacyInfo.xcprivacy', read('ios/App/App/PrivacyInfo.xcprivacy')],
  ['styles.xml', read('android/app/src/main/res/values/styles.xml')],
])('closes every XML tag of %s', (_name, xml) => {
  expect(unclosed(xml)).toEqual([])
})

it('draws every icon in its size, and the icon for Apple without transparency', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'cupo-icons-'))
  await drawIcons(folder)
  for (const { file, size } of pictures) {
    const { width, height } = await sharp(join(folder, file)).metadata()
    expect([file, width, height]).toEqual([file, size, size])
  }
  const apple = pictures.find(({ file }) => file.includes('AppIcon'))
  expect((await sharp(join(folder, apple?.file ?? '')).metadata()).hasAlpha).toBe(false)
  rmSync(folder, { recursive: true })
})

// Limits: https://support.google.com/googleplay/android-developer/answer/9859152 and
// https://developer.apple.com/app-store/product-page/
it.each([
  ['title', texts.googlePlay.title, 30],
  ['short description', texts.googlePlay.short, 80],
  ['long description', texts.googlePlay.long, 4000],
  ['name', texts.appStore.name, 30],
  ['subtitle', texts.appStore.subtitle, 30],
  ['keywords', texts.appStore.keywords, 100],
  ['promotional text', texts.appStore.promotional, 170],
  ['description', texts.appStore.description, 4000],
])('keeps the %s within the length limit of the app stores', (_name, text, max) => {
  expect([...text].length).toBeGreaterThan(0)
  expect([...text].length).toBeLessThanOrEqual(max)
})

it('takes pictures in sizes that the stores accept', () => {
  const sizes = STORE_DEVICES.map(({ name, width, height, deviceScaleFactor: scale }) => [
    name,
    `${width * scale}×${height * scale}`,
  ])
  expect(sizes).toEqual([
    ['google', '1080×1920'],
    ['iphone', '1320×2868'],
    ['ipad', '2064×2752'],
  ])
  expect(STORE_SCREENS.length).toBeGreaterThanOrEqual(2)
  expect(STORE_SCREENS.length).toBeLessThanOrEqual(8)
})
