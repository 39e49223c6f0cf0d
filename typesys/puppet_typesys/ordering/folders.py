"""Folders and files that every system has."""

from __future__ import annotations

SYSTEM = frozenset(
    """/ /bin /boot /dev /etc /home /lib /lib64 /media /mnt /opt /proc /root /run /sbin /srv /sys /tmp /usr /usr/bin /usr/include
    /usr/lib /usr/lib64 /usr/libexec /usr/local /usr/local/bin /usr/local/etc /usr/local/lib /usr/local/sbin /usr/local/share
    /usr/local/src /usr/sbin /usr/share /usr/src /usr/share/man /usr/share/doc /usr/share/keyrings /var /var/backups /var/cache
    /var/db /var/lib /var/local /var/lock /var/log /var/mail /var/opt /var/run /var/spool /var/spool/cron /var/tmp /var/www
    /usr/lib/systemd /usr/lib/systemd/system /lib/systemd /lib/systemd/system /run/lock""".split()
)
IN_ETC = frozenset(
    """alternatives apt binfmt.d bash_completion.d conf.d cron.d cron.daily cron.hourly cron.monthly cron.weekly default dpkg dnf fstab.d
    gconf groff init init.d initramfs-tools iproute2 kernel ld.so.conf.d logrotate.d modprobe.d modules-load.d motd.d netplan
    network NetworkManager opt pam.d pki pm polkit-1 profile.d puppet puppetlabs rc.d rc0.d rc1.d rc2.d rc3.d rc4.d rc5.d rc6.d
    rcS.d rpm rsyslog.d security selinux skel ssl sudoers.d sysconfig sysctl.d systemd terminfo tmpfiles.d udev update-motd.d vim xdg
    X11 yum yum.repos.d facter""".split()
)
"""Folders below `/etc` that systems have, or that package managers and the agent use."""
BELOW = frozenset("""apt systemd ssl pki udev puppetlabs puppet network sysconfig X11 security NetworkManager dpkg rc.d facter""".split())
"""Those whose folders systems have as well."""
FILES = frozenset(
    """bash.bashrc bashrc debian_version fstab group hostname hosts login.defs nsswitch.conf os-release passwd profile protocols
    resolv.conf services shadow shells""".split()
)
"""Files of `/etc` that systems have."""


def is_system_file(path: str) -> bool:
    """Whether every system has a file, managed or not."""
    return path.startswith("/etc/") and path[5:] in FILES


def is_system_folder(path: str) -> bool:
    """Whether every system has a folder, or may have it."""
    if path in SYSTEM:
        return True
    parts = path.split("/")
    if len(parts) < 3 or parts[1] != "etc":
        return path.startswith(("/usr/share/", "/usr/lib/", "/lib/", "/proc/", "/sys/", "/dev/")) and path.count("/") < 4
    return (len(parts) == 3 and parts[2] in IN_ETC) or parts[2] in BELOW


def folder_in_etc(path: str) -> str | None:
    """The folder directly below `/etc` that a path is in, if a package has to bring it."""
    parts = path.split("/")
    if len(parts) < 4 or parts[1] != "etc" or parts[2] in IN_ETC:
        return None
    return parts[2]
