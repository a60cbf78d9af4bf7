import { MessageCircle, Phone } from 'lucide-react'
import type { ReactNode } from 'react'
import { type ButtonVariant, buttonClass } from '#web/ui/button.tsx'

type PhoneLinksProps = {
  /** As stored, with the prefix of its country. */
  phone: string
  name: string
  /** Whether the name stands above the links, so that they need not repeat it. */
  isNamed?: boolean
  shown?: ReactNode
  /** Look of the link that calls. */
  variant?: ButtonVariant
  className?: string
}

/** Links to call a person or to write to them on WhatsApp, which Colombian mobile phones have. */
export function PhoneLinks(props: PhoneLinksProps) {
  const { phone, name, isNamed = false, shown, variant = 'secondary', className } = props
  return (
    <>
      <a href={`tel:${phone}`} className={buttonClass(variant, 'md', className)}>
        <Phone className="size-5" />
        <span>
          Llamar<span className={isNamed ? 'sr-only' : undefined}> a {name}</span> {shown}
        </span>
      </a>
      {/^\+573\d{9}$/.test(phone) && (
        <a
          href={`https://wa.me/${phone.slice(1)}`}
          target="_blank"
          rel="noreferrer"
          className={buttonClass('secondary', 'md', className)}
        >
          <MessageCircle className="size-5" />
          <span>
            WhatsApp<span className="sr-only"> a {name} (se abre aparte)</span>
          </span>
        </a>
      )}
    </>
  )
}
