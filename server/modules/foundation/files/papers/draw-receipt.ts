import PDFDocument from 'pdfkit'
import { dateTime, type Receipt } from './receipt.ts'

const MARGIN = 56
const WIDTH = 595.28 - 2 * MARGIN
const INK = '#1b2420'
const MUTED = '#5b665f'
const GREEN = '#0f5c46'
const LINE = '#d9dfda'

type Document = InstanceType<typeof PDFDocument>

/** Draws a receipt on one A4 page. The same receipt always gives the same bytes. */
export function drawReceipt(receipt: Receipt): Promise<Buffer> {
  const { title, number, issuedAt } = receipt
  const info = { Title: `${title} ${number}`, Author: 'Cupo', CreationDate: issuedAt }
  const doc = new PDFDocument({ size: 'A4', margin: MARGIN, info, lang: 'es-CO', compress: false })
  const whole = collectPdf(doc)
  drawHead(doc, receipt)
  for (const [label, value] of receipt.facts) drawRow(doc, label, value)
  doc.moveDown(0.6)
  drawRule(doc)
  for (const [label, amount] of receipt.lines) drawRow(doc, label, pesos(amount))
  drawRule(doc)
  doc.font('Helvetica-Bold').fontSize(13)
  drawRow(doc, receipt.total[0], pesos(receipt.total[1]), { strong: true })
  doc.moveDown(1)
  doc.font('Helvetica').fontSize(9).fillColor(MUTED)
  for (const note of receipt.notes) doc.text(printable(note), { width: WIDTH }).moveDown(0.4)
  doc.end()
  return whole
}

/** Collects a document's bytes until its end. */
export function collectPdf(doc: Document): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    doc.on('data', (chunk: Buffer) => chunks.push(chunk))
    doc.on('end', () => resolve(Buffer.concat(chunks)))
    doc.on('error', reject)
  })
}

function drawHead(doc: Document, { title, number, issuedAt }: Receipt): void {
  doc.font('Helvetica-Bold').fontSize(24).fillColor(GREEN).text('cupo')
  doc.moveDown(0.8).fontSize(18).fillColor(INK).text(title)
  doc.font('Helvetica').fontSize(9).fillColor(MUTED)
  doc.text(printable(`Número ${number} · ${dateTime(issuedAt)}`)).moveDown(0.8)
  drawRule(doc)
}

function drawRow(doc: Document, label: string, value: string, { strong = false } = {}): void {
  const top = doc.y
  const half = WIDTH / 2
  const face = strong ? 'Helvetica-Bold' : 'Helvetica'
  doc
    .fontSize(strong ? 13 : 11)
    .font(face)
    .fillColor(strong ? INK : MUTED)
  doc.text(printable(label), MARGIN, top, { width: half })
  const labelEnd = doc.y
  doc.font(face).fillColor(INK)
  doc.text(printable(value), MARGIN + half, top, { width: half, align: 'right' })
  doc.x = MARGIN
  doc.y = Math.max(labelEnd, doc.y) + 4
}

function drawRule(doc: Document): void {
  doc
    .moveTo(MARGIN, doc.y)
    .lineTo(MARGIN + WIDTH, doc.y)
    .strokeColor(LINE)
    .stroke()
  doc.y += 10
}

const grouped = new Intl.NumberFormat('es-CO', { maximumFractionDigits: 0 })

function pesos(amount: number): string {
  return `${amount < 0 ? '-' : ''}$ ${grouped.format(Math.abs(amount))}`
}

/** Replaces characters that the built-in fonts lack, and narrow spaces. */
export function printable(text: string): string {
  return text.replace(/\s/g, ' ').replace(/[^\u0020-\u007e\u00a0-\u00ff‘’“”–—]/g, '?')
}
