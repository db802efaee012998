import { expect, test } from 'vitest'
import { placeOf, withinOf } from './network.ts'

test.each([
  // written as              address                   network
  ['203.0.113.77', '203.0.113.77', '203.0.113.0/24'],
  ['::ffff:203.0.113.77', '203.0.113.77', '203.0.113.0/24'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['2001:db8:1:2::9', '2001:db8:1:2::/64', '2001:db8:1::/48'],
  ['not an address', 'not an address', 'not an address'],
])('%s is the address %s of the network %s', (text, address, network) => {
  expect(placeOf(text)).toEqual({ address, network, isOwn: false })
})

test.each(['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1'])("%s is this machine's own", (text) => {
  expect(placeOf(text).isOwn).toBe(true)
})

test.each([
  ['10.1.2.3', true],
  ['11.1.2.3', false],
  ['203.0.113.7', true],
  ['203.0.113.8', false],
  ['::ffff:10.1.2.3', true],
  ['fd00::1', true],
  ['fe80::1', false],
  ['unknown', false],
])('%s is within 10.0.0.0/8, 203.0.113.7 and fd00::/8: %s', (address, is) => {
  expect(withinOf(['10.0.0.0/8', '203.0.113.7', 'fd00::/8'])(address)).toBe(is)
})
