import type { LucideIcon } from 'lucide-react'
import { type LinkProps, Link as RouterLink } from 'react-router'
import { useOnline } from '#web/lib/online.ts'
import { type ButtonSize, type ButtonVariant, buttonClass, iconSizes } from './button.tsx'
import { cx } from './cx.ts'

type TextLinkProps = LinkProps & {
  /** Height of a target for a finger, for a link outside a sentence. */
  tall?: boolean
}

/** The router's link without styles, for whole cards and rows. */
export function PlainLink(props: LinkProps) {
  // Without a network the code cannot be read, and the router would reload the page, which loses
  // what was typed.
  return <RouterLink prefetch={useOnline() ? 'intent' : 'none'} {...props} />
}

/** A link inside the site; prefetches the screen's code on hover, focus or touch. */
export function Link({ tall, className, ...props }: TextLinkProps) {
  return (
    <PlainLink
      {...props}
      className={cx(
        'font-semibold text-bosque underline underline-offset-3',
        tall && 'inline-flex min-h-11 items-center',
        className,
      )}
    />
  )
}

type ButtonLinkProps = LinkProps & {
  variant?: ButtonVariant
  size?: ButtonSize
  /** Icon before the text, in the size of the button. */
  Icon?: LucideIcon
}

/** A link to another screen that looks like a button. */
export function ButtonLink(props: ButtonLinkProps) {
  const { variant = 'primary', size = 'md', Icon, className, children, ...rest } = props
  return (
    <PlainLink {...rest} className={buttonClass(variant, size, className)}>
      {Icon && <Icon className={iconSizes[size]} />}
      {children}
    </PlainLink>
  )
}
