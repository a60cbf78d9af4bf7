// Icons and splash screens of Android and iOS, drawn from the logo in web/public/favicon.svg.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import sharp from 'sharp'

const GREEN = '#0b5d48'
const CREAM = '#fbf8f1'
const NIGHT = '#0e1613'
/** Paths of the logo in a square of 32 by 32; each system draws its own background. */
const HOOK = 'M17.3 7.4h-1.6a6.6 6.6 0 0 0-6.5 7.6l.5 3.1a6 6 0 0 0 5.9 5h6.2'

type Colors = { hook: string; seat: string; rim: string }
const ON_GREEN: Colors = { hook: '#fff', seat: '#ffc533', rim: '#fff' }
const ON_CREAM: Colors = { hook: GREEN, seat: '#ffc533', rim: GREEN }
/** Android tints this icon with the colours of the wallpaper: only the shape matters. */
const MONOCHROME: Colors = { hook: '#fff', seat: '#fff', rim: '#fff' }

type Picture = {
  file: string
  /** Width and height in pixels. */
  size: number
  /** Part of the width that the logo takes. */
  mark: number
  colors: Colors
  /** Background colour; null: transparent. */
  ground: string | null
  round?: true
}

/** Android's screen densities, as multiples of a density-independent pixel. */
const DENSITIES = { mdpi: 1, hdpi: 1.5, xhdpi: 2, xxhdpi: 3, xxxhdpi: 4 }
const LAUNCHER_DP = 48
/** An adaptive icon has 108 dp; a circle of 66 dp in it is always visible. */
const ADAPTIVE_DP = 108
const ADAPTIVE_MARK = 0.62
const SPLASH_PX = 2732

const android = Object.entries(DENSITIES).flatMap(([density, scale]): Picture[] => {
  const folder = `android/app/src/main/res/mipmap-${density}`
  const launcher = { size: LAUNCHER_DP * scale, mark: 1, colors: ON_GREEN, ground: GREEN }
  const adaptive = { size: ADAPTIVE_DP * scale, mark: ADAPTIVE_MARK, ground: null }
  return [
    { file: `${folder}/ic_launcher.png`, ...launcher },
    { file: `${folder}/ic_launcher_round.png`, ...launcher, round: true },
    { file: `${folder}/ic_launcher_foreground.png`, ...adaptive, colors: ON_GREEN },
    { file: `${folder}/ic_launcher_monochrome.png`, ...adaptive, colors: MONOCHROME },
    { file: `${folder}/ic_splash.png`, ...adaptive, colors: ON_CREAM },
    {
      file: `android/app/src/main/res/mipmap-night-${density}/ic_splash.png`,
      ...adaptive,
      colors: ON_GREEN,
    },
  ]
})

const assets = 'ios/App/App/Assets.xcassets'
const splash = { size: SPLASH_PX, mark: 0.16 }
const ios: Picture[] = [
  {
    file: `${assets}/AppIcon.appiconset/AppIcon-512@2x.png`,
    size: 1024,
    mark: 1,
    colors: ON_GREEN,
    ground: GREEN,
  },
  { file: `${assets}/Splash.imageset/splash.png`, ...splash, colors: ON_CREAM, ground: CREAM },
  { file: `${assets}/Splash.imageset/splash-dark.png`, ...splash, colors: ON_GREEN, ground: NIGHT },
]

/** The icon of the app stores, and the banner of Google Play. */
const store: Picture[] = [
  { file: 'store/icon-512.png', size: 512, mark: 1, colors: ON_GREEN, ground: GREEN },
]

export const pictures: readonly Picture[] = [...android, ...ios, ...store]

/** Draws every picture below this folder. */
export async function drawIcons(folder: string): Promise<void> {
  for (const picture of pictures) {
    const file = join(folder, picture.file)
    mkdirSync(dirname(file), { recursive: true })
    const drawn = sharp(Buffer.from(svg(picture)))
    // Apple refuses an icon with an alpha channel.
    const opaque = picture.ground === null || picture.round ? drawn : drawn.removeAlpha()
    writeFileSync(file, await opaque.png().toBuffer())
  }
}

function svg({ size, mark, colors, ground, round }: Picture): string {
  const field = 32 / mark
  const at = (field - 32) / 2
  const shape = round ? `rx="${field / 2}"` : ''
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${size}" height="${size}"
    viewBox="0 0 ${field} ${field}">
    ${ground === null ? '' : `<rect width="${field}" height="${field}" ${shape} fill="${ground}"/>`}
    <g transform="translate(${at} ${at})">
      <path d="${HOOK}" fill="none" stroke="${colors.hook}" stroke-width="4.2"
        stroke-linecap="round" stroke-linejoin="round"/>
      <circle cx="22.3" cy="21.4" r="3.6" fill="${colors.seat}"
        stroke="${colors.rim}" stroke-width="2"/>
    </g></svg>`
}
