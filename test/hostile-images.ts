// Files that an attacker could send as a photo, made byte by byte or by the image library.
import { deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { heicPhoto } from './heic.ts'
import { blackPng, pngChunk, pngOf } from './images.ts'
import { hostilePdfs } from './pdfs.ts'

/**
 * `mayPass`: whether it is a picture that a browser would show too; any other content must be
 * removed.
 */
export type HostileFile = { name: string; bytes: Buffer; mayPass: boolean }

/** Text that no response may contain: it is in every part of the files that is not a pixel. */
export const CANARY = 'CANARIO-1032987654'

const SCRIPT = `<script>alert('${CANARY}')</script>`
const flat = { width: 64, height: 48, channels: 3 as const, background: '#3a7' }
const bare = () => sharp({ create: flat })

/** Pictures with position, camera, script and comments in their metadata. */
async function withMetadata(): Promise<Record<string, Buffer>> {
  const notes = () =>
    bare()
      .withExif({
        IFD0: { Make: CANARY, ImageDescription: SCRIPT, Copyright: CANARY },
        IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '4/1 35/1 53/1', GPSLongitudeRef: 'W' },
      })
      .withXmp(`<x:xmpmeta xmlns:x="adobe:ns:meta/">${SCRIPT}</x:xmpmeta>`)
  return {
    jpeg: await notes().jpeg().toBuffer(),
    png: await notes().png().toBuffer(),
    webp: await notes().webp().toBuffer(),
  }
}

const text = (value: string) => Buffer.from(value, 'latin1')

/** Documents and programs that are no image, whatever their name. */
const strangers: Record<string, Buffer> = {
  html: text(`<!doctype html>${SCRIPT}`),
  svg: text(`<svg xmlns="http://www.w3.org/2000/svg" onload="${CANARY}">${SCRIPT}</svg>`),
  'svg with a declaration': text(`<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"/>`),
  'xml with entities': text(
    `<!DOCTYPE a [<!ENTITY b "${CANARY}"><!ENTITY c "&b;&b;&b;">]><svg>&c;</svg>`,
  ),
  pdf: text(`%PDF-1.7\n%âãÏÓ\n1 0 obj<</JS(${CANARY})>>endobj`),
  zip: Buffer.concat([text('PK\u0003\u0004'), Buffer.alloc(60), text(CANARY)]),
  gzip: Buffer.concat([Buffer.from('1f8b0800', 'hex'), Buffer.alloc(60)]),
  rar: Buffer.concat([text('Rar!\u001a\u0007\u0000'), Buffer.alloc(60)]),
  elf: Buffer.concat([Buffer.from('7f454c46', 'hex'), Buffer.alloc(60)]),
  exe: Buffer.concat([text('MZ'), Buffer.alloc(120), text('PE\u0000\u0000')]),
  php: text(`<?php system('${CANARY}');`),
  javascript: text(`alert('${CANARY}')`),
  shell: text(`#!/bin/sh\necho ${CANARY}`),
  eicar: text('X5O!P%@AP[4\\PZX54(P^)7CC)7}$' + 'EICAR-STANDARD-ANTIVIRUS-TEST-FILE!$H+H*'),
  gif: Buffer.concat([text('GIF89a'), Buffer.from('0100010080000000000000ffffff', 'hex')]),
  bmp: Buffer.concat([text('BM'), Buffer.alloc(120)]),
  ico: Buffer.from('00000100010010100000010020006804000016000000', 'hex'),
  psd: Buffer.concat([text('8BPS\u0000\u0001'), Buffer.alloc(120)]),
  mp4: Buffer.concat([Buffer.from('00000018', 'hex'), text('ftypmp42'), Buffer.alloc(60)]),
  heic: Buffer.concat([Buffer.from('00000018', 'hex'), text('ftypheic'), Buffer.alloc(60)]),
  avif: Buffer.concat([Buffer.from('0000001c', 'hex'), text('ftypavif'), Buffer.alloc(60)]),
  postscript: text(`%!PS-Adobe-3.0 EPSF-3.0\n(${CANARY}) print`),
  imagemagick: text(`push graphic-context\nviewbox 0 0 1 1\nimage over 0,0 0,0 'url(${CANARY})'`),
  'one byte': Buffer.from([0xff]),
  zeros: Buffer.alloc(4_096),
  'tiff, large offset': Buffer.from('49492a00ffffffff', 'hex'),
}

/** Files that are a picture followed by another format, and the other way round. */
function polyglots(pictures: Record<string, Buffer>): HostileFile[] {
  const tails = ['html', 'svg', 'pdf', 'zip', 'php', 'elf'] as const
  return Object.entries(pictures).flatMap(([kind, picture]) =>
    tails.flatMap((tail) => {
      const stranger = strangers[tail] ?? Buffer.alloc(0)
      return [
        { name: `${kind} and ${tail}`, bytes: Buffer.concat([picture, stranger]), mayPass: true },
        {
          name: `${tail} before ${kind}`,
          bytes: Buffer.concat([stranger, picture]),
          mayPass: false,
        },
      ]
    }),
  )
}

/** Truncated pictures, and pictures with some changed bytes. */
function damaged(pictures: Record<string, Buffer>): HostileFile[] {
  return Object.entries(pictures).flatMap(([kind, picture]) => {
    const cuts = [4, 12, 40, Math.floor(picture.length / 3), picture.length - 3]
    const noisy = Buffer.from(picture)
    for (let at = 20; at < noisy.length; at += 17) noisy[at] = (noisy[at] ?? 0) ^ 0x5a
    return [
      ...cuts.map((length) => ({
        name: `${kind} of ${length} bytes`,
        bytes: picture.subarray(0, length),
        mayPass: true,
      })),
      { name: `${kind} with changed bytes`, bytes: noisy, mayPass: true },
    ]
  })
}

/** A HEIC photo that is complete, has something behind it, is cut off, or has other bytes. */
function heics(): HostileFile[] {
  const size = heicPhoto.indexOf('ispe') + 8
  const vast = Buffer.from(heicPhoto)
  vast.writeUInt32BE(30_000, size)
  vast.writeUInt32BE(30_000, size + 4)
  const noisy = Buffer.from(heicPhoto)
  for (let at = noisy.indexOf('mdat') + 8; at < noisy.length; at += 3) noisy[at] = 0x5a
  return [
    { name: 'a HEIC photo', bytes: heicPhoto },
    { name: 'HEIC and html', bytes: Buffer.concat([heicPhoto, strangers.html ?? heicPhoto]) },
    { name: 'HEIC of 300 bytes', bytes: heicPhoto.subarray(0, 300) },
    { name: 'HEIC with changed bytes', bytes: noisy },
    { name: 'HEIC that declares 30000 × 30000', bytes: vast },
  ].map((file) => ({ ...file, mayPass: true }))
}

/** PNG files with a chunk that declares more data than there is, by `length` and type. */
function lyingPng(): HostileFile[] {
  const header = (width: number, height: number, depth = 8, colour = 0) => {
    const data = Buffer.alloc(13)
    data.writeUInt32BE(width, 0)
    data.writeUInt32BE(height, 4)
    data[8] = depth
    data[9] = colour
    return data
  }
  const rows = deflateSync(Buffer.alloc(40))
  const png = (name: string, ...chunks: Buffer[]) => ({ name, bytes: pngOf(...chunks) })
  const iccBomb = Buffer.concat([text('icc\u0000\u0000'), deflateSync(Buffer.alloc(8_000_000))])
  const textBomb = Buffer.concat([
    text(`${CANARY}\u0000\u0000`),
    deflateSync(Buffer.alloc(8_000_000)),
  ])
  const real = blackPng(8, 8)
  return [
    png('png without pixels', pngChunk('IHDR', header(8, 8)), pngChunk('IEND', Buffer.alloc(0))),
    png('png of 0 px', pngChunk('IHDR', header(0, 0)), pngChunk('IDAT', rows)),
    png('png of negative width', pngChunk('IHDR', header(0xffffffff, 1)), pngChunk('IDAT', rows)),
    png('png with few rows', pngChunk('IHDR', header(900, 900)), pngChunk('IDAT', rows)),
    png('png of an unknown depth', pngChunk('IHDR', header(8, 8, 77)), pngChunk('IDAT', rows)),
    png('png without its palette', pngChunk('IHDR', header(8, 8, 8, 3)), pngChunk('IDAT', rows)),
    { name: 'png with an ICC bomb', bytes: spliced(real, pngChunk('iCCP', iccBomb)) },
    { name: 'png with a text bomb', bytes: spliced(real, pngChunk('zTXt', textBomb)) },
    {
      name: 'png with a thousand comments',
      bytes: spliced(
        real,
        ...Array.from({ length: 1_000 }, () => pngChunk('tEXt', text(`a\u0000${SCRIPT}`))),
      ),
    },
    { name: 'png with wrong sums', bytes: Buffer.from(real.map((b, i) => (i === 30 ? b ^ 1 : b))) },
  ].map((file) => ({ ...file, mayPass: true }))
}

/** Inserts chunks after the header of a PNG. */
function spliced(png: Buffer, ...chunks: Buffer[]): Buffer {
  return Buffer.concat([png.subarray(0, 33), ...chunks, png.subarray(33)])
}

/** Small files that declare, some correctly, a huge decoded size: refused by their header. */
async function bombs(): Promise<HostileFile[]> {
  const jpeg = await bare().jpeg().toBuffer()
  const frame = jpeg.indexOf(Buffer.from('ffc0', 'hex'))
  const webp = await bare().webp().toBuffer()
  const key = webp.indexOf(Buffer.from('9d012a', 'hex'))
  return [
    { name: 'png of 9000 × 9000', bytes: blackPng(9_000, 9_000) },
    { name: 'png of 1 × 20 million', bytes: blackPng(1, 20_000_000) },
    { name: 'jpeg of 65000 × 65000', bytes: withSize(jpeg, frame + 5, 65_000, 'big') },
    { name: 'jpeg of 16000 × 16000', bytes: withSize(jpeg, frame + 5, 16_000, 'big') },
    { name: 'webp of 16383 × 16383', bytes: withSize(webp, key + 3, 16_383, 'little') },
    { name: 'webp of 9000 × 9000', bytes: withSize(webp, key + 3, 9_000, 'little') },
  ].map((file) => ({ ...file, mayPass: false }))
}

/** Changes height and width in the header of a file to `side`. */
function withSize(bytes: Buffer, at: number, side: number, order: 'big' | 'little'): Buffer {
  const changed = Buffer.from(bytes)
  for (const place of [at, at + 2]) {
    if (order === 'big') changed.writeUInt16BE(side, place)
    else changed.writeUInt16LE(side, place)
  }
  return changed
}

/** Unusual pictures: with as many frames, colours and bits as the formats allow. */
async function rarities(): Promise<HostileFile[]> {
  const frames = await sharp({
    create: { width: 32, height: 32 * 60, channels: 3, background: '#a30', pageHeight: 32 },
  })
    .webp({ loop: 0, delay: Array.from({ length: 60 }, () => 20) })
    .toBuffer()
  return [
    { name: 'webp of 60 frames', bytes: frames },
    { name: 'jpeg in CMYK', bytes: await bare().toColourspace('cmyk').jpeg().toBuffer() },
    { name: 'png of 16 bits', bytes: await bare().toColourspace('rgb16').png().toBuffer() },
    { name: 'jpeg in grey', bytes: await bare().greyscale().jpeg().toBuffer() },
    { name: 'progressive jpeg', bytes: await bare().jpeg({ progressive: true }).toBuffer() },
    { name: 'png with a palette', bytes: await bare().png({ palette: true }).toBuffer() },
    { name: 'transparent png', bytes: await bare().ensureAlpha(0).png().toBuffer() },
    {
      name: 'jpeg with a wide profile',
      bytes: await bare().withIccProfile('p3').jpeg().toBuffer(),
    },
    {
      name: 'jpeg on its side',
      bytes: await bare().jpeg().withMetadata({ orientation: 7 }).toBuffer(),
    },
    { name: 'webp without loss', bytes: await bare().webp({ lossless: true }).toBuffer() },
  ].map((file) => ({ ...file, mayPass: true }))
}

/** Makes more than a hundred files; new ones on each call. */
export async function hostileFiles(): Promise<HostileFile[]> {
  const pictures = await withMetadata()
  const none = Object.entries(strangers).map(([name, bytes]) => ({ name, bytes, mayPass: false }))
  const noted = Object.entries(pictures).map(([kind, bytes]) => {
    return { name: `${kind} with position and script`, bytes, mayPass: true }
  })
  return [
    ...none,
    ...noted,
    ...polyglots(pictures),
    ...damaged(pictures),
    ...lyingPng(),
    ...heics(),
    ...hostilePdfs(CANARY).map((file) => ({ ...file, mayPass: false })),
    ...(await bombs()),
    ...(await rarities()),
  ]
}

/** Names under which a file is sent; none may reach a disk or a response. */
export const hostileNames = [
  'foto.jpg',
  '../../../etc/passwd',
  '..\\..\\web\\index.html',
  'foto.jpg\u0000.php',
  'foto.php.jpg',
  '\u202egpj.exe',
  '/etc/passwd',
  `${'a'.repeat(300)}.jpg`,
  '<img src=x onerror=alert(1)>.png',
  'CON.jpg',
  '.htaccess',
  "'; drop table documents; --.jpg",
]
