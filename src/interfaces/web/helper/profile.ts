import { createHash, type X509Certificate } from 'node:crypto';

/**
 * A configuration profile of Apple with only the certificate; not signed, because the device does not know the box yet.
 */
export function profileOf(certificate: X509Certificate): string {
  const content = certificate.raw.toString('base64');
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
<key>PayloadContent</key>
<array>
<dict>
<key>PayloadCertificateFileName</key><string>kasirbox-ca.crt</string>
<key>PayloadContent</key><data>${content}</data>
<key>PayloadDisplayName</key><string>kasirbox</string>
<key>PayloadIdentifier</key><string>rs.kasirbox.ca.certificate</string>
<key>PayloadType</key><string>com.apple.security.root</string>
<key>PayloadUUID</key><string>${uuidOf(certificate, 'certificate')}</string>
<key>PayloadVersion</key><integer>1</integer>
</dict>
</array>
<key>PayloadDisplayName</key><string>kasirbox</string>
<key>PayloadIdentifier</key><string>rs.kasirbox.ca</string>
<key>PayloadRemovalDisallowed</key><false/>
<key>PayloadType</key><string>Configuration</string>
<key>PayloadUUID</key><string>${uuidOf(certificate, 'profile')}</string>
<key>PayloadVersion</key><integer>1</integer>
</dict>
</plist>
`;
}

/** The same UUID for the same certificate, so that a second download replaces the first. */
function uuidOf({ raw }: X509Certificate, part: string): string {
  const hash = createHash('sha256').update(part).update(raw).digest('hex');
  const variant = ((parseInt(hash.slice(16, 17), 16) & 3) | 8).toString(16);
  const groups = [hash.slice(0, 8), hash.slice(8, 12), `8${hash.slice(13, 16)}`, `${variant}${hash.slice(17, 20)}`];
  return [...groups, hash.slice(20, 32)].join('-').toUpperCase();
}
