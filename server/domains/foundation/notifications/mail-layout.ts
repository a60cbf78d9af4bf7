import { Body } from '@react-email/body'
import { Button } from '@react-email/button'
import { Container } from '@react-email/container'
import { Head } from '@react-email/head'
import { Heading } from '@react-email/heading'
import { Hr } from '@react-email/hr'
import { Html } from '@react-email/html'
import { Link } from '@react-email/link'
import { Preview } from '@react-email/preview'
import { render } from '@react-email/render'
import { Section } from '@react-email/section'
import { Text } from '@react-email/text'
import { createElement as h, type ReactElement } from 'react'
import type { MailContent } from '#server/platform/room-message.ts'
import { helpButton } from './message-words.ts'

const FONT = "Figtree, 'Segoe UI', Helvetica, Arial, sans-serif"
const INK = '#15211C'
const MUTED = '#55635C'
const BOSQUE = '#0B5D48'
const PAPER = '#FBF8F1'

const styles = {
  body: { margin: 0, padding: '24px 12px', backgroundColor: PAPER, fontFamily: FONT, color: INK },
  brand: { margin: '0 0 16px', fontSize: '22px', fontWeight: 800, color: BOSQUE },
  card: {
    padding: '28px 24px',
    backgroundColor: '#FFFFFF',
    border: '1px solid #D9D3C4',
    borderRadius: '16px',
  },
  heading: { margin: '0 0 12px', fontSize: '22px', lineHeight: '28px', fontWeight: 800 },
  text: { margin: '0 0 16px', fontSize: '16px', lineHeight: '24px' },
  button: {
    padding: '14px 24px',
    borderRadius: '12px',
    backgroundColor: BOSQUE,
    color: '#FFFFFF',
    fontSize: '16px',
    fontWeight: 700,
    textDecoration: 'none',
  },
  fact: { margin: '0 0 4px', fontSize: '14px', lineHeight: '20px', color: MUTED },
  line: { margin: '20px 0', borderColor: '#D9D3C4' },
  option: { margin: '0 0 20px' },
  title: { margin: '0 0 2px', fontSize: '16px', lineHeight: '24px', fontWeight: 700 },
  detail: { margin: '0 0 10px', fontSize: '16px', lineHeight: '24px' },
  foot: { margin: '16px 0 0', fontSize: '14px', lineHeight: '20px', color: MUTED },
}

const FOOT =
  'Este mensaje lo envía Cupo, viajes compartidos en Colombia. No respondas a este correo.'

const STOP = 'Dejar de recibir estos avisos'

/** Renders a message as HTML and as plain text with the same content. */
export async function layOut(
  words: MailContent,
  name: string | null,
  site: string,
): Promise<{ html: string; text: string }> {
  const options = [...(words.options ?? []), ...helpButton(words, site)]
  const content = { ...words, options }
  return { html: await render(page(content, name)), text: plain(content, name) }
}

function greeting(name: string | null): string {
  return name ? `Hola, ${name}:` : 'Hola:'
}

function page(content: MailContent, name: string | null): ReactElement {
  return h(
    Html,
    { lang: 'es-CO' },
    h(Head, null, h('title', null, content.subject ?? content.heading)),
    h(Preview, null, content.paragraphs[0] ?? content.heading),
    h(
      Body,
      { style: styles.body },
      h(
        Container,
        null,
        h(Text, { style: styles.brand }, 'Cupo'),
        h(Section, { style: styles.card }, ...card(content, name)),
        h(Text, { style: styles.foot }, FOOT),
      ),
    ),
  )
}

function card(content: MailContent, name: string | null): ReactElement[] {
  const { action } = content
  const text = (line: string, key: string, style: object = styles.text) =>
    h(Text, { key, style }, line)
  return [
    h(Heading, { key: 'heading', as: 'h1', style: styles.heading }, content.heading),
    text(greeting(name), 'greeting'),
    ...content.paragraphs.map((line, index) => text(line, `paragraph-${index}`)),
    ...(action
      ? [
          h(Button, { key: 'action', href: action.url, style: styles.button }, action.label),
          text(`Si el botón no abre, copia esta dirección: ${action.url}`, 'url', styles.foot),
        ]
      : []),
    ...(content.options ?? []).map((option) =>
      h(
        Section,
        { key: option.url, style: styles.option },
        text(option.title, 'title', styles.title),
        text(option.detail, 'detail', styles.detail),
        h(Button, { key: 'open', href: option.url, style: styles.button }, option.label),
      ),
    ),
    h(Hr, { key: 'line', style: styles.line }),
    ...content.facts.map(([term, value]) => text(`${term}: ${value}`, term, styles.fact)),
    ...content.closing.map((line, index) => text(line, `closing-${index}`, styles.foot)),
    ...(content.unsubscribe ? [stopLink(content.unsubscribe.page)] : []),
  ]
}

function stopLink(page: string): ReactElement {
  const link = h(Link, { href: page, style: { color: BOSQUE } }, STOP)
  return h(Text, { key: 'unsubscribe', style: styles.foot }, link)
}

function plain(content: MailContent, name: string | null): string {
  const { action } = content
  const blocks = [
    greeting(name),
    ...content.paragraphs,
    ...(action ? [`${action.label}:\n${action.url}`] : []),
    ...(content.options ?? []).map(({ title, detail, label, url }) =>
      [title, detail, `${label}: ${url}`].join('\n'),
    ),
    content.facts.map(([term, value]) => `${term}: ${value}`).join('\n'),
    ...content.closing,
    ...(content.unsubscribe ? [`${STOP}:\n${content.unsubscribe.page}`] : []),
    `—\n${FOOT}`,
  ]
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`
}
