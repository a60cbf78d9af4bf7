import PDFDocument from 'pdfkit'
import { collectPdf, printable } from '#server/modules/foundation/files/index.ts'
import type { DataRow } from '#server/platform/module-data.ts'
import type { ExportedTable } from './collect-data.ts'
import { labelOf, wordOf } from './labels.ts'

const MARGIN = 56
const WIDTH = 595.28 - 2 * MARGIN
const INK = '#1b2420'
const MUTED = '#5b665f'
const GREEN = '#0f5c46'

/** Maximum of rows of one table in the PDF; the JSON file has all rows. */
const ROWS_MAX = 500

type Document = InstanceType<typeof PDFDocument>
type Export = { email: string; madeAt: Date; data: readonly ExportedTable[] }

/** Draws a person's data as a readable PDF in Spanish. */
export function drawExport({ email, madeAt, data }: Export): Promise<Buffer> {
  const info = { Title: 'Tus datos en Cupo', Author: 'Cupo', CreationDate: madeAt }
  const doc = new PDFDocument({ size: 'A4', margin: MARGIN, info, lang: 'es-CO' })
  const whole = collectPdf(doc)
  doc.font('Helvetica-Bold').fontSize(24).fillColor(GREEN).text('cupo')
  doc.moveDown(0.6).fontSize(18).fillColor(INK).text('Tus datos')
  doc.font('Helvetica').fontSize(10).fillColor(MUTED)
  doc.text(printable(`${email} · ${moment(madeAt)}`)).moveDown(0.4)
  doc.text(
    printable(
      'Es todo lo que nos diste y lo que guardamos de ti (Ley 1581 de 2012, artículo 8). Las ' +
        'fotos y los documentos se descargan desde tu cuenta. De otras personas solo aparece el ' +
        'nombre que ya viste.',
    ),
    { width: WIDTH },
  )
  for (const table of data) drawTable(doc, table)
  doc.end()
  return whole
}

function drawTable(doc: Document, { title, rows }: ExportedTable): void {
  doc.moveDown(1).font('Helvetica-Bold').fontSize(14).fillColor(GREEN)
  doc.text(printable(title), { width: WIDTH }).moveDown(0.3)
  for (const row of rows.slice(0, ROWS_MAX)) drawRow(doc, row)
  if (rows.length <= ROWS_MAX) return
  doc.fillColor(MUTED).text(`Y ${rows.length - ROWS_MAX} más, en el archivo JSON.`)
}

function drawRow(doc: Document, row: DataRow): void {
  doc.fontSize(9).fillColor(INK)
  for (const [column, value] of Object.entries(row)) {
    const text = textOf(value)
    if (text === '') continue
    doc.font('Helvetica-Bold').text(`${printable(labelOf(column))}: `, { continued: true })
    doc.font('Helvetica').text(printable(text), { width: WIDTH })
  }
  doc.moveDown(0.5)
}

function textOf(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return moment(value)
  if (typeof value === 'boolean') return value ? 'sí' : 'no'
  if (Array.isArray(value)) return value.map(textOf).join(', ')
  if (typeof value === 'object') {
    const parts = Object.entries(value).map(([key, part]) => `${labelOf(key)}: ${textOf(part)}`)
    return parts.join('; ')
  }
  return wordOf(String(value))
}

const format = new Intl.DateTimeFormat('es-CO', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'America/Bogota',
})

function moment(instant: Date): string {
  return format.format(instant)
}
