import { Copy, Mail, MessageCircle, Share2 } from 'lucide-react'
import { useState } from 'react'
import { copyText } from '#web/lib/copy-text.ts'
import { pageOrigin } from '#web/lib/site.ts'
import { Button, buttonClass } from './button.tsx'
import { Sheet } from './dialog.tsx'

export type ShareProps = {
  /** Text of the button, e.g. "Compartir viaje". */
  label: string
  /** Sentence that is sent with the link. */
  text: string
  /** Path of a public page of this site. */
  path: string
  /** Makes it the main action of its card. */
  primary?: boolean
  className?: string
}

/** Shares a link by the device's share sheet, else by WhatsApp, by copying or by mail. */
export function ShareButton({ label, text, path, primary, className }: ShareProps) {
  const [open, setOpen] = useState(false)
  const share = async () => {
    if (!('share' in navigator)) return setOpen(true)
    try {
      await navigator.share({ title: 'Cupo', text, url: pageOrigin() + path })
    } catch (error) {
      // AbortError: the person closed the share sheet. Any other error: it did not open.
      if (!(error instanceof DOMException && error.name === 'AbortError')) setOpen(true)
    }
  }
  return (
    <>
      <Button
        variant={primary ? 'primary' : 'secondary'}
        size={primary ? 'md' : 'sm'}
        className={className}
        Icon={Share2}
        onClick={() => void share()}
      >
        {label}
      </Button>
      <Sheet open={open} onClose={() => setOpen(false)} title={label}>
        <Ways text={text} url={pageOrigin() + path} />
      </Sheet>
    </>
  )
}

const ROW = 'w-full justify-start!'

function Ways({ text, url }: { text: string; url: string }) {
  const [copied, setCopied] = useState<'yes' | 'no' | null>(null)
  const message = encodeURIComponent(`${text} ${url}`)
  const copy = async () => setCopied((await copyText(url)) ? 'yes' : 'no')
  return (
    <div className="grid gap-3">
      <a
        href={`https://wa.me/?text=${message}`}
        target="_blank"
        rel="noreferrer"
        className={buttonClass('primary', 'md', ROW)}
      >
        <MessageCircle className="size-5" />
        WhatsApp
      </a>
      <Button variant="secondary" className={ROW} Icon={Copy} onClick={() => void copy()}>
        Copiar enlace
      </Button>
      <a
        href={`mailto:?subject=${encodeURIComponent(text)}&body=${message}`}
        className={buttonClass('secondary', 'md', ROW)}
      >
        <Mail className="size-5" />
        Correo
      </a>
      <p role="status" className="min-h-6 text-sm text-muted wrap-anywhere">
        {copied === 'yes' && 'Enlace copiado.'}
        {copied === 'no' && `No pudimos copiarlo. El enlace es ${url}`}
      </p>
    </div>
  )
}
