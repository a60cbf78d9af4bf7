import sharp from 'sharp'
import { nth } from './people.ts'

/** Colours of background and clothes come from the brand (web/styles). */
const grounds = ['#DCEBE3', '#FFE9B0', '#D6E4F5', '#F6DDD0', '#E7E2D3']
const clothes = ['#0B5D48', '#C2431A', '#1F5FA8', '#8A5A00', '#15211C', '#12703F']
const skins = ['#F2CDAE', '#E3B08A', '#C98F66', '#A86F49', '#7C4E33', '#5B3825']
const hairs = ['#1D1714', '#3B261B', '#5A3822', '#7A5230', '#2A2422', '#8C8A86']
const scarves = ['#1F5FA8', '#C2431A', '#0B5D48', '#8A5A00']

type Face = { skin: string; hair: string; cloth: string; scarf: string; ground: string }

/** Hair behind the head. */
const longHair = ({ hair }: Face) =>
  `<path d="M146 236c0-92 46-142 110-142s110 50 110 142v108c0 30-30 40-58 40H204c-28 0-58-10-58-40z"
    fill="${hair}"/>`
const bunHair = ({ hair }: Face) => `<circle cx="256" cy="84" r="40" fill="${hair}"/>`
const curls = '176,168 160,222 172,276 340,276 352,222 336,168 216,124 296,124'.split(' ')
const curlyHair = ({ hair }: Face) =>
  curls
    .map((at) => at.split(','))
    .map(([x, y]) => `<circle cx="${x}" cy="${y}" r="46" fill="${hair}"/>`)
    .join('')

/** Hair over the forehead. */
const fringe = ({ hair }: Face) =>
  `<path d="M166 226c0-76 38-112 90-112s90 36 90 112c-22-34-52-50-74-56-30 26-72 32-106 56z"
    fill="${hair}"/>`
const shortHair = ({ hair }: Face) =>
  `<path d="M164 218c-6-78 36-116 92-116s98 38 92 116c-8-24-16-40-30-50-42 14-84 14-124 0-14 10-22
    26-30 50z" fill="${hair}"/>`
const sideHair = ({ hair }: Face) =>
  `<path d="M164 220c-8-82 42-122 104-116 52 4 88 40 80 116-10-30-24-46-44-56-36 18-90 16-140 56z"
    fill="${hair}"/>`
const beard = ({ hair }: Face) =>
  `<path d="M170 250c2 78 38 116 86 116s84-38 86-116c-10 30-22 42-38 46-30-12-66-12-96 0-16-4-28-16
    -38-46z" fill="${hair}"/>`
const headScarf = ({ scarf }: Face) =>
  `<path d="M148 256c-6-104 44-164 108-164s114 60 108 164c-4 62-24 112-56 140H204c-32-28-52-78-56
    -140z" fill="${scarf}"/>`
/** Scarf around the face, over ears and neck. */
const scarfEdge = ({ scarf }: Face) =>
  `<path fill-rule="evenodd" fill="${scarf}" d="M256 96c-70 0-116 54-114 148 2 84 40 154 114 154
    s112-70 114-154c2-94-44-148-114-148zM256 152c46 0 74 34 74 88 0 62-32 106-74 106s-74-44-74-106
    c0-54 28-88 74-88z"/>`
const glasses =
  '<g fill="none" stroke="#15211C" stroke-width="7"><circle cx="222" cy="244" r="27"/>' +
  '<circle cx="290" cy="244" r="27"/><path d="M249 242q7-6 14 0"/></g>'

const nothing = () => ''

type Style = { behind: (face: Face) => string; over: (face: Face) => string }

const womensStyles: readonly Style[] = [
  { behind: longHair, over: fringe },
  { behind: bunHair, over: shortHair },
  { behind: curlyHair, over: fringe },
  { behind: longHair, over: sideHair },
  { behind: headScarf, over: scarfEdge },
]
const mensStyles: readonly Style[] = [
  { behind: nothing, over: shortHair },
  { behind: nothing, over: sideHair },
  { behind: curlyHair, over: shortHair },
  { behind: nothing, over: (face) => shortHair(face) + beard(face) },
  { behind: nothing, over: nothing },
  { behind: nothing, over: beard },
]

/** Draws a face that nobody takes for a photo. The same `row` gives the same face. */
export function portrait(row: number, isWoman: boolean): Promise<Buffer> {
  const face: Face = {
    ground: nth(grounds, row),
    skin: nth(skins, row + Math.floor(row / 2)),
    hair: nth(hairs, row + Math.floor(row / 4)),
    cloth: nth(clothes, row + Math.floor(row / 6) + 2),
    scarf: nth(scarves, row),
  }
  const style = nth(isWoman ? womensStyles : mensStyles, Math.floor(row / 2))
  const blush = '<circle cx="200" cy="284" r="15"/><circle cx="312" cy="284" r="15"/>'
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="512" height="512" viewBox="46 26 420 420">
  <rect width="512" height="512" fill="${face.ground}"/>
  ${style.behind(face)}
  <path d="M76 512c4-96 76-142 180-142s176 46 180 142z" fill="${face.cloth}"/>
  <path d="M214 320h84v64c0 22-18 36-42 36s-42-14-42-36z" fill="${face.skin}"/>
  <path d="M214 346c24 22 60 22 84 0v-26h-84z" fill="#15211C" fill-opacity=".14"/>
  <circle cx="166" cy="254" r="20" fill="${face.skin}"/>
  <circle cx="346" cy="254" r="20" fill="${face.skin}"/>
  <path d="M168 236c0-72 38-112 88-112s88 40 88 112c0 74-40 122-88 122s-88-48-88-122z"
    fill="${face.skin}"/>
  ${style.over(face)}
  <g fill="#15211C"><circle cx="222" cy="244" r="9"/><circle cx="290" cy="244" r="9"/></g>
  <path d="M206 218q16-11 32-3M274 215q16-8 32 3" fill="none" stroke="#15211C"
    stroke-width="7" stroke-linecap="round"/>
  <path d="M256 254q-9 22 3 27" fill="none" stroke="#15211C" stroke-opacity=".4"
    stroke-width="6" stroke-linecap="round"/>
  <g fill="#C2431A" fill-opacity=".16">${blush}</g>
  <path d="M226 308q30 26 60 0" fill="#FFFFFF" stroke="#15211C" stroke-width="7"
    stroke-linecap="round" stroke-linejoin="round"/>
  ${row % 7 === 3 ? glasses : ''}
</svg>`
  return sharp(Buffer.from(svg)).png({ compressionLevel: 2 }).toBuffer()
}
