/** A link to a screen: an address that none has is an error of the compiler. */
import { Button } from '@mantine/core'
import type { Address } from '@munim/contract/screens'
// biome-ignore lint/style/noRestrictedImports: the one that knows no addresses.
import { type LinkProps, Link as RouterLink } from '@tanstack/react-router'
import type { ComponentProps, ReactNode } from 'react'

interface Props
  extends Omit<ComponentProps<'a'>, 'href'>,
    Pick<LinkProps, 'state' | 'activeProps' | 'resetScroll'> {
  /** '.': the screen that is open, with another search. */
  readonly to: Address | '.'
  readonly search?: object | undefined
}

export const Link = RouterLink as unknown as (props: Props) => ReactNode

/** One that is drawn as a button. */
export const LinkButton = (props: ComponentProps<typeof Button<typeof Link>>) => (
  <Button component={Link} {...props} />
)
