import type { LucideIcon } from 'lucide-react'
import { type LinkProps, Link as RouterLink } from 'react-router'
import { type ButtonSize, type ButtonVariant, buttonClass, iconSizes } from './button.tsx'
import { cx } from './cx.ts'

type TextLinkProps = LinkProps & {
  /** Height of a target for a finger, for a link outside a sentence. */
  tall?: boolean
}

/** A link inside the site; prefetches the screen's code on hover, focus or touch. */
export function Link({ tall, className, ...props }: TextLinkProps) {
  return (
    <RouterLink
      prefetch="intent"
      {...props}
      className={cx(
        'font-semibold text-bosque underline underline-offset-3',
        tall && 'inline-flex min-h-11 items-center',
        className,
      )}
    />
  )
}

/** The router's link without styles, for whole cards and rows. */
export function PlainLink(props: LinkProps) {
  return <RouterLink prefetch="intent" {...props} />
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
    <RouterLink prefetch="intent" {...rest} className={buttonClass(variant, size, className)}>
      {Icon && <Icon className={iconSizes[size]} />}
      {children}
    </RouterLink>
  )
}
