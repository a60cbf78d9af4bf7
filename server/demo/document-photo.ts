import sharp from 'sharp'

/** A drawn stand-in for the photo of a document, plainly marked as a sample. */
export function documentPhoto(title: string, lines: string[]): Promise<Buffer> {
  const rows = lines.map(
    (line, index) =>
      `<text x="70" y="${250 + index * 64}" font-size="40" fill="#15211C">
        ${escapeXml(line)}</text>`,
  )
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="1000" height="640"
    font-family="sans-serif">
    <rect width="1000" height="640" fill="#D9D3C4"/>
    <rect x="30" y="30" width="940" height="580" rx="32" fill="#FBF8F1"/>
    <rect x="30" y="30" width="940" height="110" rx="32" fill="#0B5D48"/>
    <text x="70" y="102" font-size="48" fill="#FFFFFF">${escapeXml(title)}</text>
    ${rows.join('')}
    <text x="70" y="572" font-size="30" fill="#C2431A">Muestra sin validez</text>
  </svg>`
  return sharp(Buffer.from(svg)).jpeg({ quality: 80 }).toBuffer()
}

function escapeXml(text: string): string {
  return text.replace(/[<>&"]/g, (char) => `&#${char.charCodeAt(0)};`)
}
