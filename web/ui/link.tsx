import type { LucideIcon } from 'lucide-react'
import { type LinkProps, Link as RouterLink } from 'react-router'
import { type ButtonSize, type ButtonVariant, buttonClass, iconSizes } from './button.tsx'
import { cx } from './cx.ts'

type TextLinkProps = LinkProps & {
  /** Height of a target for a finger, for a link outside a sentence. */
  tall?: boolean
}

/**
 * The router's link without styles, for whole cards and rows. It reads no code ahead of the press:
 * when that fails, the router loads the page again, which loses what was typed.
 */
export const PlainLink = RouterLink

/** A link inside the site. */
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
