import { titled } from '#web/lib/brand.ts'
import { MailLinkPage } from './mail-link-page.tsx'
import { mailLinks } from './mail-links.ts'

export function meta() {
  return [{ title: titled('Confirmar correo') }, { name: 'robots', content: 'noindex' }]
}

export default function ConfirmAddress() {
  return <MailLinkPage link={mailLinks.address} />
}
